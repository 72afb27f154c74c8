"""A real HTTP server on a free port that answers as a test scripts it and remembers what it was sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One answer: ``body`` as it is, then each of ``drips`` after ``interval`` seconds of silence.

    ``hangs`` keeps the connection open until the end.
    """

    body: bytes = b""
    drips: Sequence[bytes] = ()
    interval: float = 0.0
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False


@dataclass
class Request:
    path: str
    headers: Mapping[str, str]
    body: Any


class ModelServer(ThreadingHTTPServer):
    """Gives each request the next of ``replies``; the last one is given again."""

    daemon_threads = True

    def __init__(self, replies: list[Reply | Callable[[Request], Reply]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = replies
        self.requests: list[Request] = []
        self.over = Event()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def next_reply(self, request: Request) -> Reply:
        self.requests.append(request)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return reply if isinstance(reply, Reply) else reply(request)


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        reply = self.server.next_reply(Request(self.path, dict(self.headers), json.loads(body)))
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)
        self.wfile.flush()
        with suppress(ConnectionError):
            for drip in reply.drips:
                if self.server.over.wait(reply.interval):
                    break
                self.wfile.write(drip)
        if reply.hangs:
            self.server.over.wait(10)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the base class
        """Keep the test's output clean."""


@contextmanager
def model_server(*replies: Reply | Callable[[Request], Reply]) -> Iterator[ModelServer]:
    server = ModelServer(list(replies))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


def embeddings_reply(*vectors: list[float]) -> Reply:
    rows = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    return Reply(json.dumps({"data": rows}).encode())


def chat_reply(*tokens: str, ends: bool = True, hangs: bool = False) -> Reply:
    """Return a streamed completion; without ``ends`` it breaks off after the last token."""
    body = b"".join(map(_chunk, tokens)) + (_DONE if ends else b"")
    return Reply(body, headers={"Content-Type": "text/event-stream"}, hangs=hangs)


def slow_chat_reply(*tokens: str, interval: float) -> Reply:
    """Return a streamed completion that is silent for ``interval`` seconds before each token."""
    drips = [*map(_chunk, tokens), _DONE]
    return Reply(drips=drips, interval=interval, headers={"Content-Type": "text/event-stream"})


_DONE = b"data: [DONE]\n\n"


def _chunk(token: str) -> bytes:
    return f"data: {json.dumps({'choices': [{'delta': {'content': token}}]})}\n\n".encode()
