"""Turns the lexemes of documents into posting lists, by sorting one array of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cogi.index.lexicon import Int

_ORDINAL_BITS, _UNIT_BITS = 21, 20
MAX_DOCUMENTS = 1 << _ORDINAL_BITS
MAX_LEXEMES = 1 << 63 - _ORDINAL_BITS - _UNIT_BITS
MAX_UNITS = (1 << _UNIT_BITS) - 1


Int32 = NDArray[np.int32]


@dataclass(slots=True)
class Lists:
    """Rows of (content index, lexeme number, units), gathered batch by batch."""

    contents: list[Int32] = field(default_factory=list)
    lexemes: list[Int32] = field(default_factory=list)
    units: list[Int32] = field(default_factory=list)

    def add(
        self, contents: NDArray[np.integer], lexemes: NDArray[np.integer], units: NDArray[np.integer]
    ) -> None:
        self.contents.append(contents.astype(np.int32))
        self.lexemes.append(lexemes.astype(np.int32))
        self.units.append(np.minimum(units, MAX_UNITS).astype(np.int32))

    def columns(self) -> tuple[Int32, Int32, Int32]:
        if not self.contents:
            return (np.zeros(0, np.int32),) * 3
        return np.concatenate(self.contents), np.concatenate(self.lexemes), np.concatenate(self.units)


@dataclass(frozen=True, slots=True)
class Inverted:
    """Posting lists end to end, in the order of the lexemes' bytes.

    List ``i`` is that of ``lexemes[i]`` and begins at ``starts[i]`` in ``ordinals`` and ``units`` (n,);
    ``lengths`` (documents,) are the documents' weighted lengths in units.
    """

    lexemes: Sequence[str]
    starts: Int
    ordinals: Int
    units: Int
    lengths: Int

    def frequencies(self) -> dict[str, int]:
        """Return in how many documents each lexeme stands."""
        counts = np.diff(self.starts, append=self.ordinals.size).tolist()
        return dict(zip(self.lexemes, counts, strict=True))


def invert(lists: Lists, lexemes: Sequence[str], *, count: int) -> Inverted:
    """Invert rows whose contents are the ordinals of ``count`` documents; they come in any order."""
    if count > MAX_DOCUMENTS or len(lexemes) > MAX_LEXEMES:
        raise ValueError(
            f"A segment of {count:,} passages and {len(lexemes):,} lexemes is too large; lower "
            "COGI_SEGMENT_PASSAGES."
        )
    ordinals, numbers, units = lists.columns()
    lengths = np.bincount(ordinals, weights=units, minlength=count).astype(np.int64)
    # Sorted lexemes fill the pages of their B-tree from left to right.
    ordered = sorted(lexemes)
    keys = _keys(ordinals, numbers, units, _ranks(lexemes, ordered))
    keys.sort()
    listed = (keys >> _ORDINAL_BITS + _UNIT_BITS).astype(np.int32)
    starts = np.flatnonzero(np.r_[True, listed[1:] != listed[:-1]]) if keys.size else np.zeros(0, np.int64)
    return Inverted(
        lexemes=[ordered[rank] for rank in listed[starts].tolist()],
        starts=starts,
        ordinals=keys >> _UNIT_BITS & (1 << _ORDINAL_BITS) - 1,
        units=keys & (1 << _UNIT_BITS) - 1,
        lengths=lengths,
    )


def _ranks(lexemes: Sequence[str], ordered: Sequence[str]) -> Int:
    rank = {lexeme: number for number, lexeme in enumerate(ordered)}
    return np.fromiter(map(rank.__getitem__, lexemes), np.int64, len(lexemes))


def _keys(ordinals: Int32, numbers: Int32, units: Int32, ranks: Int) -> Int:
    """Return one number for each row that sorts by the rank of its lexeme, then by ordinal."""
    keys: Int = ranks[numbers]
    # In place: millions of rows, and memory costs more time than arithmetic.
    keys <<= _ORDINAL_BITS
    keys |= ordinals
    keys <<= _UNIT_BITS
    keys |= units
    return keys


def by_document(lists: Lists, documents: Int) -> Lists:
    """Return rows by document; ``documents`` (n,) says which content the document of each ordinal holds.

    The contents of ``lists`` ascend. Few are shared by several documents; their rows are repeated.
    """
    contents, lexemes, units = lists.columns()
    if not documents.size:
        return lists
    first = np.full(int(documents.max()) + 1, -1, np.int32)
    first[documents[::-1]] = np.arange(documents.size - 1, -1, -1)
    own = Lists([first[contents]], [lexemes], [units])
    for ordinal in np.flatnonzero(first[documents] != np.arange(documents.size)).tolist():
        content = documents[ordinal].astype(contents.dtype)
        rows = slice(np.searchsorted(contents, content), np.searchsorted(contents, content, side="right"))
        own.add(np.full(rows.stop - rows.start, ordinal), lexemes[rows], units[rows])
    return own
