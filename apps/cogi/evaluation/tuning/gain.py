"""Discounted cumulative gain (Järvelin, Kekäläinen 2002), as trec_eval counts it."""

from __future__ import annotations

import numpy as np

from cogi.retrieval.adaptive_fusion import Floats

DEPTH = 10


def discounted(grades: Floats) -> float:
    """Return ``Σ_i grade_i / log2(i + 1)`` over grades (n,) by rank ``i`` from 1."""
    return float((grades / np.log2(np.arange(2, grades.size + 2))).sum())
