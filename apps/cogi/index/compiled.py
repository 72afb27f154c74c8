"""The loops of ``scoring``, compiled by numba: once, kept on disk, and run without the interpreter's lock."""

from __future__ import annotations

import numpy as np
from numba import njit

from cogi.index.scoring import Documents, Flags, Impacts, Scores


@njit(["void(float64[::1], int32[::1], float32[::1], float64)"], cache=True, nogil=True)
def add(scores: Scores, documents: Documents, impacts: Impacts, weight: float) -> None:
    for i in range(documents.size):
        scores[documents[i]] += weight * impacts[i]


@njit(["Tuple((int32[::1], float64[::1]))(float64[::1], int32[::1], boolean[::1])"], cache=True, nogil=True)
def collect(scores: Scores, page_numbers: Documents, seen: Flags) -> tuple[Documents, Scores]:
    found = np.empty(scores.size, np.int32)
    size = 0
    for document in range(scores.size):
        # No branch: half of the documents may match, and no processor guesses which.
        found[size] = document
        size += scores[document] > 0.0
    matched = found[:size]
    own = np.empty(size, np.float64)
    for i in range(size):
        seen[page_numbers[matched[i]]] = True
        own[i] = scores[matched[i]]
    return matched, own
