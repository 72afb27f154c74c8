"""Encodes answers as plain JSON values; the API and the command print exactly the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from cogi.answers.events import Done, Event, Failed, Sources


class AnswerFailed(Exception):
    """An answer that was asked for whole ended in an error event."""

    def __init__(self, event: Failed) -> None:
        super().__init__(f"{event.title}. {event.detail}")
        self.event = event


def as_json(events: Iterable[Event]) -> dict[str, Any]:
    """Return the answer response: sources and ending of the stream in one value.

    Raises:
        AnswerFailed: when the stream ends in an error.
    """
    encoded: dict[str, Any] = {}
    for event in events:
        match event:
            case Sources() | Done():
                encoded |= asdict(event)
            case Failed():
                raise AnswerFailed(event)
    return encoded
