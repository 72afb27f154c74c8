"""Streams one answer as server-sent events; a client that leaves stops the work."""

from __future__ import annotations

import asyncio
import io
import itertools
import math
from typing import TYPE_CHECKING, Any

from channels.generic.http import AsyncHttpConsumer
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest

from cogi.api.asgi import encoded
from cogi.api.bridge import GeneratorThread
from cogi.api.conf import conf
from cogi.api.events import answer_events
from cogi.api.slots import stream_slots
from cogi.api.sse import CONTENT_TYPE, HEARTBEAT, LAST_ID, encode_event
from cogi.api.stream_requests import read_stream_request
from cogi.api.v1.schemas.answers import AnswerRequest

if TYPE_CHECKING:
    from cogi.answers.events import Event

STREAM_HEADERS = {
    "Content-Type": CONTENT_TYPE,
    "Cache-Control": "no-cache, no-transform",
    "Vary": "Cookie",
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
}


class AnswerStreamConsumer(AsyncHttpConsumer):
    """Answers ``GET ?q=…&scope=…`` and ``POST`` with the JSON of an ``AnswerRequest``.

    It raises, before it begins to answer, whatever keeps it from answering.
    """

    _received = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Channels reads no message while a handler runs, so the handler listens for the disconnect itself.
        self._receive = receive
        await super().__call__(scope, receive, send)

    async def http_request(self, message: Any) -> None:
        self._received += len(message.get("body", b""))
        if self._received > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or math.inf):
            raise RequestDataTooBig
        await super().http_request(message)

    async def handle(self, body: bytes) -> None:
        answering = asyncio.create_task(self._answer(body))
        # After the whole body, the one message that is left to come is the disconnect.
        leaving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
        finally:
            answering.cancel()
            leaving.cancel()
            await asyncio.gather(answering, leaving, return_exceptions=True)

    async def _answer(self, body: bytes) -> None:
        request = ASGIRequest(self.scope, io.BytesIO(body))
        if request.headers.get("Last-Event-ID") == LAST_ID:
            await self._send_nothing_more()
            return
        events, first = await self._begin(read_stream_request(request, body))
        try:
            await self._stream(events, first)
        finally:
            events.stop()

    async def _begin(self, asked: AnswerRequest) -> tuple[GeneratorThread[Event], list[Event]]:
        """Take a place and the first events; until these come, a request can still be refused."""
        await stream_slots.take()
        user: Any = self.scope.get("user")
        events = GeneratorThread(answer_events(asked, user=user), when_closed=stream_slots.give_back)
        try:
            return events, await events.take()
        except asyncio.CancelledError:
            events.stop()
            raise

    async def _stream(self, events: GeneratorThread[Event], ready: list[Event]) -> None:
        await self.send_headers(status=200, headers=encoded(STREAM_HEADERS))
        numbers = itertools.count(1)
        while ready:
            frames = (encode_event(event, number=next(numbers)) for event in ready)
            await self.send_body(b"".join(frames), more_body=True)
            ready = await self._take(events)
        await self.send_body(b"")

    async def _take(self, events: GeneratorThread[Event]) -> list[Event]:
        while True:
            try:
                return await asyncio.wait_for(events.take(), timeout=conf.heartbeat_seconds)
            except TimeoutError:
                await self.send_body(HEARTBEAT, more_body=True)

    async def _send_nothing_more(self) -> None:
        """Tell a browser that reconnects after the end to stop (204 does, by the HTML standard)."""
        await self.send_response(204, b"")
