"""Ends work that waits for a server: from another thread, or at a moment that is set before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer


class Cancellation:
    """Nobody wants the work any more, as soon as ``cancel`` was called by any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._cancelled = False
        self._hang_ups: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            hang_ups, self._hang_ups = self._hang_ups, []
        for hang_up in hang_ups:
            hang_up()

    @contextmanager
    def interrupting(self, hang_up: Callable[[], None], *, deadline: float) -> Iterator[None]:
        """Call ``hang_up`` from another thread when cancelled, or at ``deadline``, while the block runs.

        ``deadline`` is in seconds of ``time.monotonic()``. ``hang_up`` must not wait; it may be called twice.
        """
        timer = Timer(max(deadline - time.monotonic(), 0), hang_up)
        timer.daemon = True
        timer.start()
        self._call_when_cancelled(hang_up)
        try:
            yield
        finally:
            timer.cancel()
            with self._lock:
                self._hang_ups = [each for each in self._hang_ups if each is not hang_up]

    def _call_when_cancelled(self, hang_up: Callable[[], None]) -> None:
        with self._lock:
            if not self._cancelled:
                self._hang_ups.append(hang_up)
                return
        hang_up()
