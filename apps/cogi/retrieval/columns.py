"""Columns of a page table: the values of one field, coded as small numbers so that counting is adding up."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

LONGEST_VALUE = 100
"""Characters of a metadata value that can be filtered by; a longer one is prose, such as a description."""

Mask = NDArray[np.bool_]
Rows = NDArray[np.int32]


@dataclass(frozen=True)
class Column:
    """The values of one field: page ``rows[i]`` has ``values[codes[i]]``; it may have several, or none.

    ``rows`` ascend. ``names`` are the codes by every case-folded name that a value goes by.
    """

    values: tuple[str, ...]
    rows: Rows
    codes: Rows
    names: Mapping[str, frozenset[int]]

    def count(self, selected: Mask) -> Iterator[tuple[str, int]]:
        """Yield each value that the ``selected`` pages (n,) have, and how many of them."""
        counts = np.bincount(self.codes[selected[self.rows]], minlength=len(self.values))
        for code in np.flatnonzero(counts):
            yield self.values[code], int(counts[code])

    def of(self, row: int) -> list[str]:
        """Return the values that one page has."""
        begin, end = np.searchsorted(self.rows, [row, row + 1])
        return [self.values[code] for code in self.codes[begin:end]]

    def having(self, value: str, *, size: int) -> Mask:
        """Return which of the ``size`` pages have ``value``, whatever its case."""
        mask = np.zeros(size, np.bool_)
        for code in self.names.get(value.casefold(), ()):
            mask[self.rows[self.codes == code]] = True
        return mask


@dataclass(frozen=True)
class Paths:
    """The source paths of pages, case-folded and sorted; ``rows`` are the pages that they belong to."""

    ordered: tuple[str, ...]
    rows: Rows

    @classmethod
    def of(cls, paths: Iterable[str]) -> Paths:
        pairs = sorted((path.casefold(), row) for row, path in enumerate(paths))
        return cls(tuple(path for path, _ in pairs), np.array([row for _, row in pairs], np.int32))

    def below(self, path: str) -> Rows:
        """Return the pages at ``path`` or below it, by whole segments."""
        own = path.casefold()
        at = slice(bisect_left(self.ordered, own), bisect_right(self.ordered, own))
        # "0" is the character behind "/".
        inside = slice(bisect_left(self.ordered, f"{own}/"), bisect_left(self.ordered, f"{own}0"))
        return np.concatenate([self.rows[at], self.rows[inside]])


class Coding:
    """Codes the values of one field as they come."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._known: dict[Any, int | None] = {}
        self._rows: list[int] = []
        self._coded: list[int] = []

    def add(self, row: int, value: Any) -> None:
        """Take one value; what cannot be filtered by is passed over."""
        code = self._known[value] if value in self._known else self._learn(value)
        if code is not None:
            self._rows.append(row)
            self._coded.append(code)

    def _learn(self, value: Any) -> int | None:
        text = str(value).strip() if isinstance(value, str | int | float) else ""
        fits = 0 < len(text) <= LONGEST_VALUE
        self._known[value] = self._codes.setdefault(text, len(self._codes)) if fits else None
        return self._known[value]

    def column(self, aliases: Mapping[str, Iterable[str]] | None = None) -> Column:
        """Return what was added; ``aliases`` are further names of a value."""
        names: dict[str, set[int]] = defaultdict(set)
        for value, code in self._codes.items():
            for name in (value, *(aliases or {}).get(value, ())):
                names[name.casefold()].add(code)
        return Column(
            tuple(self._codes),
            np.array(self._rows, np.int32),
            np.array(self._coded, np.int32),
            {name: frozenset(own) for name, own in names.items()},
        )


def members_of(value: Any) -> Iterable[Any]:
    """Return the values that a page states: a list states each of its members, and a truth is a word."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list):
        return dict.fromkeys(
            member for each in value if not isinstance(each, list) for member in members_of(each)
        )
    if isinstance(value, bool):
        return ("true" if value else "false",)
    return () if isinstance(value, dict) else (value,)
