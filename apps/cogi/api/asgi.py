"""Errors of an ASGI application become problem documents, as long as it has not begun to answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogi.api.errors import problem_for
from cogi.api.problems import Problem

HEADERS = {
    "Cache-Control": "private, no-store",
    "Vary": "Cookie",
    "X-Content-Type-Options": "nosniff",
}


class ProblemMiddleware:
    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        began = False

        async def watched(message: Any) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self._inner(scope, receive, watched)
        except Exception as exc:
            if began:
                raise
            await send_problem(problem_for(exc), instance=scope["path"], send=send)


async def send_problem(problem: Problem, *, instance: str, send: Any) -> None:
    response = problem.response(instance=instance)
    headers = {**response.headers, **HEADERS, "Content-Length": str(len(response.content))}
    await send({"type": "http.response.start", "status": response.status_code, "headers": encoded(headers)})
    await send({"type": "http.response.body", "body": response.content})


def encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()]
