"""Turns the lexemes of documents into posting lists, by sorting one array of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from cogi.index.lexicon import Int

_ORDINAL_BITS, _UNIT_BITS = 21, 20
MAX_DOCUMENTS = 1 << _ORDINAL_BITS
MAX_UNITS = (1 << _UNIT_BITS) - 1


@dataclass(slots=True)
class Lists:
    """Rows of (content index, lexeme number, units), gathered batch by batch."""

    contents: list[Int] = field(default_factory=list)
    lexemes: list[Int] = field(default_factory=list)
    units: list[Int] = field(default_factory=list)

    def add(self, contents: Int, lexemes: Int, units: Int) -> None:
        self.contents.append(contents.astype(np.int32))
        self.lexemes.append(lexemes.astype(np.int32))
        self.units.append(np.minimum(units, MAX_UNITS).astype(np.int32))

    def columns(self) -> tuple[Int, Int, Int]:
        if not self.contents:
            return (np.zeros(0, np.int64),) * 3
        contents, lexemes, units = (
            np.concatenate(column).astype(np.int64) for column in (self.contents, self.lexemes, self.units)
        )
        return contents, lexemes, units


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
    ordinals, numbers, units = lists.columns()
    lengths = np.bincount(ordinals, weights=units, minlength=count).astype(np.int64)
    # Sorted lexemes fill the pages of their B-tree from left to right.
    order = sorted(range(len(lexemes)), key=lambda number: lexemes[number])
    rank = np.empty(len(lexemes), np.int64)
    rank[order] = np.arange(len(lexemes))
    keys = (rank[numbers] << _ORDINAL_BITS | ordinals) << _UNIT_BITS | units
    keys.sort()
    listed = keys >> _ORDINAL_BITS + _UNIT_BITS
    starts = np.flatnonzero(np.r_[True, listed[1:] != listed[:-1]]) if keys.size else keys
    return Inverted(
        lexemes=[lexemes[order[number]] for number in listed[starts].tolist()],
        starts=starts,
        ordinals=keys >> _UNIT_BITS & (1 << _ORDINAL_BITS) - 1,
        units=keys & (1 << _UNIT_BITS) - 1,
        lengths=lengths,
    )


def by_document(lists: Lists, documents: Int) -> Lists:
    """Return rows by document; ``documents`` (n,) says which content the document of each ordinal holds.

    The contents of ``lists`` ascend. Those that several documents share are repeated.
    """
    contents, lexemes, units = lists.columns()
    counts = np.bincount(contents, minlength=int(documents.max(initial=-1)) + 1)
    firsts = np.cumsum(counts) - counts
    own = counts[documents]
    at = np.repeat(firsts[documents], own) + np.arange(int(own.sum())) - np.repeat(np.cumsum(own) - own, own)
    repeated = Lists()
    repeated.add(np.repeat(np.arange(documents.size), own), lexemes[at], units[at])
    return repeated
