"""An application that fails before it answers is answered for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cogi.api.asgi import ProblemMiddleware
from cogi.retrieval.errors import UnknownScope

SCOPE = {"type": "http", "path": "/api/v1/answers/stream"}
START = {"type": "http.response.start", "status": 200, "headers": []}


class Client:
    def __init__(self) -> None:
        self.received: list[Any] = []

    async def receive(self) -> Any:
        return {"type": "http.request"}

    async def send(self, message: Any) -> None:
        self.received.append(message)


async def test_an_error_before_the_answer_is_a_problem_document() -> None:
    async def application(_scope: Any, _receive: Any, _send: Any) -> None:
        raise UnknownScope(["nowhere/1/en"])

    client = Client()
    await ProblemMiddleware(application)(SCOPE, client.receive, client.send)
    start, body = client.received
    assert start["status"] == 404
    assert (b"Content-Type", b"application/problem+json") in start["headers"]
    assert json.loads(body["body"])["instance"] == "/api/v1/answers/stream"


async def test_an_error_after_the_answer_has_begun_is_left_to_the_server() -> None:
    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        await send(START)
        raise LookupError("too late")

    client = Client()
    with pytest.raises(LookupError, match="too late"):
        await ProblemMiddleware(application)(SCOPE, client.receive, client.send)
    assert client.received == [START]
