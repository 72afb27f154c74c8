"""Steps a blocking generator in a thread of its own, so that a coroutine can await its items."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Generic, TypeVar

from django.db import connections

T = TypeVar("T")

THREAD_NAME = "cogi-stream"


class Steps(Generic[T]):
    """The items of a generator, one ``await step()`` each; ``None`` is the end.

    The generator runs in one thread from first to last, since database connections belong to threads.
    A step that is cancelled finishes in its thread; the generator is closed right after it.
    """

    def __init__(
        self, generator: Generator[T, None, None], *, when_closed: Callable[[], None] = lambda: None
    ) -> None:
        self._generator = generator
        self._when_closed = when_closed
        self._context = copy_context()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=THREAD_NAME)

    async def step(self) -> T | None:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._context.run, self._next)

    def close(self) -> None:
        """Return at once; the thread closes the generator and its connections, then ends."""
        self._thread.submit(self._context.run, self._finish)
        self._thread.shutdown(wait=False)

    def _next(self) -> T | None:
        return next(self._generator, None)

    def _finish(self) -> None:
        try:
            self._generator.close()
        finally:
            connections.close_all()
            self._when_closed()
