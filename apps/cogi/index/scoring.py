"""The inner loops of BM25: compiled by numba where it is installed, in numpy where it is not."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Documents = NDArray[np.int32]
Impacts = NDArray[np.float32]
# Sums are of double precision: equal documents score equal, whatever the order of their terms.
Scores = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Add(Protocol):
    """Add ``weight · impacts`` (n,) to the scores of ``documents`` (n,), which are all different."""

    def __call__(self, scores: Scores, documents: Documents, impacts: Impacts, weight: float) -> None: ...


class Collect(Protocol):
    """Return the documents with a positive score and their scores; mark their pages in ``seen`` (pages,)."""

    def __call__(
        self, scores: Scores, page_numbers: NDArray[np.int32], seen: Flags
    ) -> tuple[Documents, Scores]: ...


@dataclass(frozen=True, slots=True)
class Loops:
    add: Add
    collect: Collect


def add_in_numpy(scores: Scores, documents: Documents, impacts: Impacts, weight: float) -> None:
    scores[documents] += weight * impacts.astype(np.float64)


def collect_in_numpy(
    scores: Scores, page_numbers: NDArray[np.int32], seen: Flags
) -> tuple[Documents, Scores]:
    matched = np.flatnonzero(scores > 0).astype(np.int32)
    seen[page_numbers[matched]] = True
    return matched, scores[matched]


NUMPY = Loops(add_in_numpy, collect_in_numpy)


@cache
def loops() -> Loops:
    """Return the fastest loops that this installation has."""
    if importlib.util.find_spec("numba") is None:
        return NUMPY
    from cogi.index import compiled  # noqa: PLC0415 - numba is optional and slow to import

    return Loops(compiled.add, compiled.collect)


def leading(scores: Scores, limit: int) -> NDArray[np.int64]:
    """Return the indices of the ``limit`` highest ``scores`` (n,) and of all that equal the last of them.

    The ``limit``-th highest of a sample is a lower bound that leaves few to choose from.
    """
    few = _not_below(scores, scores[:: max(scores.size // (16 * limit), 1)], limit)
    return few[_not_below(scores[few], scores[few], limit)]


def _not_below(scores: Scores, sample: Scores, limit: int) -> NDArray[np.int64]:
    if sample.size <= limit:
        return np.arange(scores.size)
    return np.flatnonzero(scores >= np.partition(sample, -limit)[-limit])
