"""Lends each thread an array of zeros: a fresh one per query would cost more than the query."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from cogi.index.scoring import Scores

_kept = threading.local()


@contextmanager
def zeros(size: int) -> Iterator[Scores]:
    """Lend ``size`` zeros; they are zeroed again afterwards and must not be kept.

    Within a loan of one thread, another gets an array of its own.
    """
    array: Scores | None = getattr(_kept, "array", None)
    _kept.array = None
    if array is None or array.size < size:
        array = np.zeros(size, np.float64)
    lent = array[:size]
    try:
        yield lent
    finally:
        lent.fill(0)
        _kept.array = array
