"""The loops of ``scoring``, compiled by numba: once, kept on disk, and run without the interpreter's lock."""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from cogi.index.packing import NUMBER_BYTES, PAIR_BYTES
from cogi.index.postings import FREQUENCY_UNIT
from cogi.index.scoring import Board, Documents, Flags, Impacts, Room, Scores

Bytes = NDArray[np.uint8]

# What is read from PostgreSQL is bytes, which nobody may write to.
_DECODE = types.int64(
    types.Array(types.uint8, 1, "C", readonly=True),
    types.int64,
    types.boolean[::1],
    types.float32[::1],
    types.int32[::1],
    types.float32[::1],
)
_ADD = "int64(float64[::1], int32[::1], int64, int32[::1], float32[::1], float64)"
_COLLECT = "int64(float64[::1], int32[::1], int64, float64, int32[::1], float64[::1])"


def add(board: Board, documents: Documents, impacts: Impacts, weight: float) -> None:
    board.size = _add(board.scores, board.touched, board.size, documents, impacts, weight)


def decode(data: bytes, offset: int, live: Flags, norms: Impacts, *, room: Room) -> None:
    free = room.documents[room.size :], room.impacts[room.size :]
    room.size += _decode(np.frombuffer(data, np.uint8), offset, live, norms, *free)


def collect(board: Board, least: float) -> tuple[Documents, Scores]:
    kept = _collect(board.scores, board.touched, board.size, least, board.matched, board.found)
    board.size = 0
    return board.matched[:kept], board.found[:kept]


@njit(inline="always")
def _number(data: Bytes, at: int) -> int:
    place = np.uint64(at)
    number = np.int64(0)
    for byte in range(NUMBER_BYTES):
        number |= np.int64(data[place + np.uint64(byte)]) << 8 * byte
    return int(number)


@njit([_DECODE], cache=True, nogil=True)
def _decode(  # noqa: PLR0917 - compiled functions take arrays by position
    data: Bytes, offset: int, live: Flags, norms: Impacts, documents: Documents, impacts: Impacts
) -> int:
    # The layout is that of ``postings``.
    at = 1 + NUMBER_BYTES
    gap_pairs = unit_pairs = 0
    if data[0] & 1:
        gap_pairs, at = _number(data, at), at + NUMBER_BYTES
    if data[0] & 2:
        unit_pairs, at = _number(data, at), at + NUMBER_BYTES
    count = (data.size - at - PAIR_BYTES * (gap_pairs + unit_pairs)) // 2
    gaps, units = data[at : at + count], data[at + count : at + 2 * count]
    for i in range(count):
        documents[i] = gaps[i]
        impacts[i] = units[i]
    places = at + 2 * count
    for i in range(gap_pairs):
        documents[_number(data, places + 4 * i)] += _number(data, places + 4 * (gap_pairs + i)) << 8
    places += PAIR_BYTES * gap_pairs
    for i in range(unit_pairs):
        impacts[_number(data, places + 4 * i)] += _number(data, places + 4 * (unit_pairs + i)) << 8
    # Numbers without a sign need no test for negative indexes.
    document, kept = np.uint64(offset + _number(data, 1)), np.uint64(0)
    for i in range(count):
        document += np.uint64(documents[i])
        frequency = impacts[i] * FREQUENCY_UNIT
        documents[kept] = document
        impacts[kept] = frequency / (frequency + norms[document])
        kept += np.uint64(live[document])
    return int(kept)


@njit([_ADD], cache=True, nogil=True)
def _add(  # noqa: PLR0917 - compiled functions take arrays by position
    scores: Scores, touched: Documents, size: int, documents: Documents, impacts: Impacts, weight: float
) -> int:
    if size == 0:
        for i in range(documents.size):
            touched[i] = documents[i]
            scores[documents[i]] = weight * impacts[i]
        return documents.size
    for i in range(documents.size):
        document = documents[i]
        # No branch: a processor cannot guess which documents an earlier word has touched.
        touched[size] = document
        size += scores[document] == 0.0
        scores[document] += weight * impacts[i]
    return size


@njit([_COLLECT], cache=True, nogil=True)
def _collect(  # noqa: PLR0917
    scores: Scores, touched: Documents, size: int, least: float, matched: Documents, found: Scores
) -> int:
    kept = 0
    for i in range(size):
        document = touched[i]
        score = scores[document]
        scores[document] = 0.0
        if score >= least:
            matched[kept] = document
            found[kept] = score
            kept += 1
    return kept
