"""The inner loops of BM25: compiled by numba where it is installed, in numpy where it is not."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cogi.index import postings

Documents = NDArray[np.int32]
Impacts = NDArray[np.float32]
# Sums are of double precision: equal documents score equal, whatever the order of their terms.
Scores = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(slots=True)
class Board:
    """Scores by document (n,), zero before a query; ``touched`` begins with the ``size`` that are not.

    ``matched`` and ``found`` are room for what a query finds: fresh memory would cost more than the search.
    """

    scores: Scores
    touched: Documents
    matched: Documents
    found: Scores
    size: int = 0

    @classmethod
    def cleared(cls, size: int) -> Board:
        # One place more, since a loop writes before it knows whether to keep.
        places = size + 1
        return cls(
            np.zeros(size, np.float64),
            np.empty(places, np.int32),
            np.empty(places, np.int32),
            np.empty(places, np.float64),
        )


@dataclass(slots=True)
class Room:
    """Where postings are decoded to, one after the other; ``size`` places are taken."""

    documents: Documents
    impacts: Impacts
    size: int = 0

    @classmethod
    def for_postings(cls, count: int) -> Room:
        # One place more, since a loop writes before it knows whether to keep.
        return cls(np.empty(count + 1, np.int32), np.empty(count + 1, np.float32))

    def taken(self) -> tuple[Documents, Impacts]:
        """Return what was decoded, in memory of its own when much of the room stayed free."""
        documents, impacts = self.documents[: self.size], self.impacts[: self.size]
        return (
            (documents, impacts)
            if self.size == self.documents.size - 1
            else (documents.copy(), impacts.copy())
        )


class Decode(Protocol):
    """Add to ``room`` the postings of a packed list whose documents are ``live`` (n,).

    A document is the ordinal + ``offset``, its impact ``tf / (tf + norm)``, with ``norms`` (n,) by document.
    """

    def __call__(self, data: bytes, offset: int, live: Flags, norms: Impacts, *, room: Room) -> None: ...


class Add(Protocol):
    """Add ``weight · impacts`` (n,) to the scores of ``documents`` (n,), which are all different."""

    def __call__(self, board: Board, documents: Documents, impacts: Impacts, weight: float) -> None: ...


class Collect(Protocol):
    """Return the documents that score at least ``least`` with their scores, and clear the board.

    What is returned is the board's own room.
    """

    def __call__(self, board: Board, least: float) -> tuple[Documents, Scores]: ...


@dataclass(frozen=True, slots=True)
class Loops:
    decode: Decode
    add: Add
    collect: Collect


def decode_in_numpy(data: bytes, offset: int, live: Flags, norms: Impacts, *, room: Room) -> None:
    ordinals, units = postings.unpack(data)
    ordinals += np.int32(offset)
    alive = live[ordinals]
    documents, frequencies = ordinals[alive], units[alive] * postings.FREQUENCY_UNIT
    taken = slice(room.size, room.size + documents.size)
    room.documents[taken] = documents
    room.impacts[taken] = frequencies / (frequencies + norms[documents])
    room.size = taken.stop


def add_in_numpy(board: Board, documents: Documents, impacts: Impacts, weight: float) -> None:
    fresh = documents[board.scores[documents] == 0]
    board.touched[board.size : board.size + fresh.size] = fresh
    board.size += fresh.size
    board.scores[documents] += weight * impacts.astype(np.float64)


def collect_in_numpy(board: Board, least: float) -> tuple[Documents, Scores]:
    touched = board.touched[: board.size]
    found = board.scores[touched]
    board.scores[touched] = 0
    board.size = 0
    kept = found >= least
    return touched[kept], found[kept]


NUMPY = Loops(decode_in_numpy, add_in_numpy, collect_in_numpy)


@cache
def loops() -> Loops:
    """Return the fastest loops that this installation has."""
    if importlib.util.find_spec("numba") is None:
        return NUMPY
    from cogi.index import compiled  # noqa: PLC0415 - numba is optional and slow to import

    return Loops(compiled.decode, compiled.add, compiled.collect)


def restrict(board: Board, allowed: Flags) -> None:
    """Take from the board what is not ``allowed`` (n,)."""
    touched = board.touched[: board.size]
    kept = allowed[touched]
    board.scores[touched[~kept]] = 0
    board.size = int(np.count_nonzero(kept))
    board.touched[: board.size] = touched[kept]


def lower_bound(board: Board, limit: int) -> float:
    """Return a score that the ``limit`` best documents reach: the ``limit``-th best of a sample."""
    sample = board.scores[board.touched[: board.size : max(board.size // (64 * limit), 1)]]
    return float(np.partition(sample, -limit)[-limit]) if sample.size > limit else 0.0
