"""Streams one answer as server-sent events; a client that leaves stops the work."""

from __future__ import annotations

import asyncio
import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from channels.db import database_sync_to_async
from channels.generic.http import AsyncHttpConsumer
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest

from cogi.answers.asking import SourcesChanged
from cogi.answers.events import Event
from cogi.api.answer_streams import AnswerStream, Reader
from cogi.api.asgi import encoded
from cogi.api.conf import conf
from cogi.api.kept_streams import binding_of, kept_stream
from cogi.api.slots import stream_slots
from cogi.api.sse import (
    CONTENT_TYPE,
    HEARTBEAT,
    RETRY,
    LastSeen,
    encode_event,
    is_last,
    read_last_event_id,
)
from cogi.api.stream_requests import read_stream_request

if TYPE_CHECKING:
    from cogi.api.v1.schemas.answers import AnswerRequest

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
        seen = read_last_event_id(request.headers.get("Last-Event-ID", ""))
        if seen and seen.number is None:
            await self._send_nothing_more()
            return
        asked = read_stream_request(request, body)
        if seen and await self._resume(asked, seen):
            return
        await self._answer_anew(asked)

    async def _answer_anew(self, asked: AnswerRequest) -> None:
        user: Any = self.scope.get("user")
        await stream_slots.take()
        await self._follow(AnswerStream(asked, user=user), position=0)

    async def _resume(self, asked: AnswerRequest, seen: LastSeen) -> bool:
        """Send what is missing of a stream; return whether there is such a stream for who asks."""
        user: Any = self.scope.get("user")
        position = seen.number or 0
        binding = await database_sync_to_async(binding_of)(asked, user=user)
        under_way = AnswerStream.under_way.get(seen.stream)
        if under_way and under_way.binding == binding and position <= under_way.count:
            await self._follow(under_way, position=position)
            return True
        kept = await database_sync_to_async(kept_stream)(seen.stream, binding=binding)
        if not kept or position > len(kept):
            return False
        if is_last(kept[-1]):
            await self._send_events(seen.stream, _reader_of(kept), position=position)
            return True
        await stream_slots.take()
        try:
            await self._follow(AnswerStream(asked, user=user, earlier=(seen.stream, kept)), position=position)
        except SourcesChanged:
            return False
        return True

    async def _follow(self, stream: AnswerStream, *, position: int) -> None:
        with stream.being_read() as after:
            # Until the first event comes, a request can still be refused.
            await after(0)
            await self._send_events(stream.id, after, position=position)

    async def _send_events(self, stream: str, after: Reader, *, position: int) -> None:
        await self.send_headers(status=200, headers=encoded(STREAM_HEADERS))
        await self.send_body(RETRY, more_body=True)
        while ready := await self._take(after, position):
            numbered = enumerate(ready, start=position + 1)
            frames = (encode_event(event, stream=stream, number=number) for number, event in numbered)
            await self.send_body(b"".join(frames), more_body=True)
            position += len(ready)
        await self.send_body(b"")

    async def _take(self, after: Reader, position: int) -> Sequence[Event]:
        while True:
            try:
                return await asyncio.wait_for(after(position), timeout=conf.heartbeat_seconds)
            except TimeoutError:
                await self.send_body(HEARTBEAT, more_body=True)

    async def _send_nothing_more(self) -> None:
        """Tell a browser that reconnects after the end to stop (204 does, by the HTML standard)."""
        await self.send_response(204, b"")


def _reader_of(events: Sequence[Event]) -> Reader:
    async def after(position: int) -> Sequence[Event]:
        return events[position:]

    return after
