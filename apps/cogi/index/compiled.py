"""The loops of ``scoring``, compiled by numba: once, kept on disk, and run without the interpreter's lock."""

from __future__ import annotations

import numpy as np
from numba import njit

from cogi.index.scoring import Board, Documents, Impacts, Scores

_WEIGH = "float32[::1](int32[::1], float32[::1], float32[::1], float64)"
_ADD = "int64(float64[::1], int32[::1], int64, int32[::1], float32[::1], float64)"
_COLLECT = "int64(float64[::1], int32[::1], int64, float64, int32[::1], float64[::1])"


def add(board: Board, documents: Documents, impacts: Impacts, weight: float) -> None:
    board.size = _add(board.scores, board.touched, board.size, documents, impacts, weight)


def collect(board: Board, least: float) -> tuple[Documents, Scores]:
    kept = _collect(board.scores, board.touched, board.size, least, board.matched, board.found)
    board.size = 0
    return board.matched[:kept], board.found[:kept]


@njit([_WEIGH], cache=True, nogil=True)
def weigh(documents: Documents, frequencies: Impacts, norms: Impacts, weight: float) -> Impacts:
    impacts = np.empty_like(frequencies)
    for i in range(documents.size):
        frequency = np.float64(frequencies[i])
        impacts[i] = weight * frequency / (frequency + norms[documents[i]])
    return impacts


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
