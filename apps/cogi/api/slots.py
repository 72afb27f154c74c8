"""Bounds how many streams one process runs at once, since each holds a thread and a connection."""

from __future__ import annotations

import asyncio
import time
from threading import Lock

from cogi.api.conf import conf

POLL_SECONDS = 0.02


class TooManyStreams(Exception):
    """No place became free in time; the caller may try again in a few seconds."""


class StreamSlots:
    """Places are taken in the event loop and given back by the streams' threads as they end."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken = 0

    @property
    def taken(self) -> int:
        return self._taken

    async def take(self) -> None:
        """Wait for a place, ``COGI_API_STREAM_WAIT_SECONDS`` at most.

        Raises:
            TooManyStreams: when none became free.
        """
        deadline = time.monotonic() + conf.stream_wait_seconds
        while not self._take_if_free():
            if time.monotonic() >= deadline:
                raise TooManyStreams
            await asyncio.sleep(POLL_SECONDS)

    def give_back(self) -> None:
        with self._lock:
            self._taken -= 1

    def _take_if_free(self) -> bool:
        with self._lock:
            free = self._taken < conf.max_streams
            self._taken += free
            return free


stream_slots = StreamSlots()
