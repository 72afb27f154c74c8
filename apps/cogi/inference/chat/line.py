"""The connection of one request, which another thread may cut while it is being read."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock
from typing import Any

# HTTPX names these in its trace extension; the later one is the stream that is read.
_CONNECTED = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})


class Line:
    """``trace`` is for the request's ``extensions``; only a new connection is seen by it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._socket: socket.socket | None = None
        self._cut = False

    @property
    def is_cut(self) -> bool:
        return self._cut

    def trace(self, event: str, info: dict[str, Any]) -> None:
        if event not in _CONNECTED:
            return
        with self._lock:
            self._socket = info["return_value"].get_extra_info("socket")
            if self._cut:
                self._shut_down()

    def cut(self) -> None:
        """Wake who reads from the connection: there is nothing more to read."""
        with self._lock:
            self._cut = True
            self._shut_down()

    def _shut_down(self) -> None:
        # An SSL socket's own method would take its state away from the thread that reads.
        with suppress(OSError):
            if self._socket is not None:
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
