"""Lends each thread a board: a fresh one per query would cost more than the query."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cogi.index.scoring import Board

_kept = threading.local()


@contextmanager
def cleared_board(size: int) -> Iterator[Board]:
    """Lend a cleared board of ``size`` documents, to be given back cleared; after an error it is dropped.

    Within a loan of one thread, another gets a board of its own.
    """
    board: Board | None = getattr(_kept, "board", None)
    _kept.board = None
    if board is None or board.scores.size < size:
        board = Board.cleared(size)
    yield board
    _kept.board = board
