"""Server-sent events: the wire form of the answer's typed event stream."""

from __future__ import annotations

import json
from dataclasses import asdict

from cogi.answers.events import Done, Event, Failed

CONTENT_TYPE = "text/event-stream; charset=utf-8"
HEARTBEAT = b": heartbeat\n\n"
LAST_ID = "end"


def encode_event(event: Event, *, number: int) -> bytes:
    """Return ``event`` as one frame. The last frame's id is ``end``, whatever its number.

    A browser that lost the connection names the last id it saw, so ``end`` tells that nothing is missing.
    """
    identifier = LAST_ID if is_last(event) else str(number)
    # ASCII escapes keep half a surrogate pair, as a model may send one per token, from breaking UTF-8.
    data = json.dumps(asdict(event), separators=(",", ":"))
    return f"id: {identifier}\nevent: {event.name}\ndata: {data}\n\n".encode("ascii")


def is_last(event: Event) -> bool:
    return isinstance(event, Done | Failed)
