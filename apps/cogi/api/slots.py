"""Bounds how many streams one process runs at once, since each holds a thread and a connection."""

from __future__ import annotations

from threading import Lock

from cogi.api.conf import conf


class TooManyStreams(Exception):
    """All places are taken; the caller may try again in a few seconds."""


class StreamSlots:
    def __init__(self) -> None:
        self._lock = Lock()
        self._taken = 0

    @property
    def taken(self) -> int:
        return self._taken

    def take(self) -> None:
        with self._lock:
            if self._taken >= conf.max_streams:
                raise TooManyStreams
            self._taken += 1

    def give_back(self) -> None:
        with self._lock:
            self._taken -= 1


stream_slots = StreamSlots()
