"""Lets identical work that is asked for at the same time be done once in this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class Flights(Generic[T]):
    """Work under way, by key. Who asks for a key that is under way waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way: dict[str, Future[T]] = {}

    def run(self, key: str, work: Callable[[], T], *, deadline: float) -> tuple[T, bool]:
        """Return what ``work`` gives, and whether another caller did it.

        Who waits longer than until ``deadline`` (``time.monotonic()`` seconds), or for work that fails, does
        it itself: another's failure is not an answer.
        """
        with self._lock:
            flight = self._under_way.get(key)
            leads = flight is None
            if flight is None:
                flight = self._under_way[key] = Future()
        if leads:
            return self._lead(key, flight, work), False
        try:
            return flight.result(timeout=max(deadline - time.monotonic(), 0)), True
        except Exception:  # noqa: BLE001 - whatever the other's was, one's own attempt says what is wrong
            return work(), False

    def _lead(self, key: str, flight: Future[T], work: Callable[[], T]) -> T:
        try:
            value = work()
        except BaseException as error:
            flight.set_exception(error)
            raise
        else:
            flight.set_result(value)
            return value
        finally:
            with self._lock:
                del self._under_way[key]
