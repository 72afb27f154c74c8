"""Runs a blocking generator in a thread of its own, so that a coroutine can await what it yields."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from contextvars import copy_context
from typing import Generic, TypeVar

from django.db import connections

T = TypeVar("T")

THREAD_NAME = "cogi-stream"


class GeneratorThread(Generic[T]):
    """The items of ``generator``, which runs ahead of its readers to its end or to ``stop``.

    It runs ahead so that a slow reader holds memory (one answer) and neither a thread nor a database
    connection. One thread runs it from first to last, since connections belong to threads, and calls
    ``when_closed`` when it has closed the generator and its connections.
    """

    def __init__(
        self, generator: Generator[T, None, None], *, when_closed: Callable[[], None] = lambda: None
    ) -> None:
        self._generator = generator
        self._when_closed = when_closed
        self._loop = asyncio.get_running_loop()
        self._arrived = asyncio.Event()
        self._items: list[T] = []
        self._error: Exception | None = None
        self._ended = False
        self._stopped = threading.Event()
        target = copy_context().run
        threading.Thread(target=target, args=(self._run,), name=THREAD_NAME, daemon=True).start()

    @property
    def count(self) -> int:
        """How many items have arrived so far."""
        return len(self._items)

    async def after(self, position: int) -> list[T]:
        """Wait for items beyond the first ``position`` and return them; an empty list is the end.

        Raises the generator's error in place of its end.
        """
        while len(self._items) <= position and not self._ended:
            await self._arrived.wait()
        items = self._items[position:]
        if not items and self._error is not None:
            raise self._error
        return items

    def stop(self) -> None:
        """Return at once; the generator is closed where it stands, or at the next item if it is at work."""
        self._stopped.set()

    def _run(self) -> None:
        error: Exception | None = None
        try:
            for item in self._generator:
                if self._stopped.is_set():
                    break
                self._in_loop(self._arrive, item)
        except Exception as exc:  # noqa: BLE001 - take() raises it in the reader
            error = exc
        finally:
            self._close()
            self._in_loop(self._end, error)

    def _close(self) -> None:
        try:
            self._generator.close()
        finally:
            connections.close_all()
            self._when_closed()

    def _in_loop(self, callback: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *arguments)
        except RuntimeError:
            # The loop is closed: the server has ended and nobody reads.
            self.stop()

    def _arrive(self, item: T) -> None:
        self._items.append(item)
        self._wake_readers()

    def _end(self, error: Exception | None) -> None:
        self._error = error
        self._ended = True
        self._wake_readers()

    def _wake_readers(self) -> None:
        """Wake all that wait now; who comes later waits for the next item."""
        arrived, self._arrived = self._arrived, asyncio.Event()
        arrived.set()
