"""Numbers siblings with gaps between them, so that one that comes or moves leaves the others in place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

STRIDE = 16
LAST = 36**4 - 1
"""The highest step that four characters of a path hold."""


def renumber(steps: Sequence[int | None]) -> list[int]:
    """Return rising steps for siblings in their new order, given their present ones (None: new here).

    As many as possible keep theirs; all are spread anew only where a gap is too small.
    """
    fixed = [-1, *_longest_rising(steps), len(steps)]
    result: list[int] = []
    for left, right in pairwise(fixed):
        low = result[-1] if result else 0
        high = steps[right] if right < len(steps) else None
        count = right - left - 1
        end = min(low + STRIDE * (count + 1), LAST + 1) if high is None else high
        if end - low <= count:
            return _spread(len(steps))
        result += [low + (end - low) * i // (count + 1) for i in range(1, count + 1)]
        if high is not None:
            result.append(high)
    return result


def _spread(count: int) -> list[int]:
    stride = min(STRIDE, LAST // (count + 1))
    return [stride * number for number in range(1, count + 1)]


def _longest_rising(steps: Sequence[int | None]) -> list[int]:
    """Indices of a longest strictly rising subsequence (patience sorting)."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = [-1] * len(steps)
    for index, step in enumerate(steps):
        if step is None:
            continue
        at = bisect_left(tails, step)
        before[index] = ends[at - 1] if at else -1
        tails[at : at + 1] = [step]
        ends[at : at + 1] = [index]
    return list(_trace(before, ends[-1]))[::-1] if ends else []


def _trace(before: Sequence[int], last: int) -> Iterator[int]:
    while last >= 0:
        yield last
        last = before[last]
