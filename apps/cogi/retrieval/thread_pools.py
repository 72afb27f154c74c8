"""The process's threads, a pool for each engine and stage so that a stalled one leaves the others theirs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

from cogi.retrieval.conf import conf

T = TypeVar("T")

STAGE_THREADS = 4
"""Where engines run in the caller, what else is under a deadline has so many threads."""


class _ThreadPools:
    """They are made at first use (a forked worker makes its own)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._executors: dict[str, ThreadPoolExecutor] = {}

    def __call__(self, name: str) -> ThreadPoolExecutor:
        with self._lock:
            if name not in self._executors:
                self._executors[name] = ThreadPoolExecutor(
                    conf.engine_threads or STAGE_THREADS, thread_name_prefix=f"cogi-{name}"
                )
            return self._executors[name]


thread_pool: Callable[[str], ThreadPoolExecutor] = _ThreadPools()


def result_by(future: Future[T], limit: float) -> T | None:
    """Return what ``future`` gives by ``limit`` (``time.monotonic()`` seconds), or None when it is late.

    What is late and has not begun never will; what has begun goes on.
    """
    wait([future], timeout=max(limit - time.monotonic(), 0))
    if future.done():
        return future.result()
    future.cancel()
    return None
