"""Server-sent events: the wire form of the answer's typed event stream."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from secrets import token_urlsafe

from cogi.answers.events import Done, Event, Failed

CONTENT_TYPE = "text/event-stream; charset=utf-8"
HEARTBEAT = b": heartbeat\n\n"
_END = "end"
_ID = re.compile(r"([\w-]{22})\.([1-9]\d{0,6}|end)", re.ASCII)
RETRY = b"retry: 400\n"
"""Begins the first frame: milliseconds after which a browser that lost the connection comes back."""


@dataclass(frozen=True, slots=True)
class LastSeen:
    """The last event that a client saw: its stream, and its number (None: the last one of the stream)."""

    stream: str
    number: int | None


def new_stream_id() -> str:
    """Return 128 random bits, so that nobody can name another's stream."""
    return token_urlsafe(16)


def encode_event(event: Event, *, stream: str, number: int) -> bytes:
    """Return ``event`` as one frame. The id of the last one tells that nothing is missing."""
    identifier = f"{stream}.{_END if is_last(event) else number}"
    # ASCII escapes keep half a surrogate pair, as a model may send one per token, from breaking UTF-8.
    data = json.dumps(asdict(event), separators=(",", ":"))
    return f"id: {identifier}\nevent: {event.name}\ndata: {data}\n\n".encode("ascii")


def read_last_event_id(header: str) -> LastSeen | None:
    """Return what a ``Last-Event-ID`` header names, if it is an id that ``encode_event`` gives."""
    named = _ID.fullmatch(header)
    if named is None:
        return None
    return LastSeen(named[1], None if named[2] == _END else int(named[2]))


def is_last(event: Event) -> bool:
    return isinstance(event, Done | Failed)
