"""Half-open ranges of time, unbounded where None."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple


class Interval(NamedTuple):
    start: datetime | None = None
    end: datetime | None = None

    def meets(self, other: Interval) -> bool:
        """Tell whether a moment lies in both."""
        return _before(self.start, other.end) and _before(other.start, self.end)

    def without(self, other: Interval) -> list[Interval]:
        """Return the parts of this range that lie outside ``other``, in order."""
        if not self.meets(other):
            return [self]
        parts = []
        if other.start is not None and (self.start is None or self.start < other.start):
            parts.append(Interval(self.start, other.start))
        if other.end is not None and (self.end is None or other.end < self.end):
            parts.append(Interval(other.end, self.end))
        return parts

    def outside(self, others: Iterable[Interval]) -> list[Interval]:
        """Return the parts of this range that lie outside all ``others``, in order."""
        parts = [self]
        for other in others:
            parts = [piece for part in parts for piece in part.without(other)]
        return parts


def _before(start: datetime | None, end: datetime | None) -> bool:
    return start is None or end is None or start < end
