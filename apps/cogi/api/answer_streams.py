"""Answers that are being written in this process; who loses the connection can come back and read on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from django.db import Error as DatabaseError

from cogi.answers.asking import Interrupted
from cogi.answers.events import Event
from cogi.api.bridge import GeneratorThread
from cogi.api.conf import conf
from cogi.api.events import answer_events
from cogi.api.kept_streams import binding_of, interruption, keep_stream
from cogi.api.slots import stream_slots
from cogi.api.sse import new_stream_id
from cogi.inference.cancellation import Cancellation

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

    from cogi.api.v1.schemas.answers import AnswerRequest


Reader = Callable[[int], Awaitable[Sequence[Event]]]
"""Waits for events beyond a position and returns them; none are the end."""


class AnswerStream:
    """One answer under way. It gives back, when its thread ends, the place that its maker took.

    ``earlier`` are the id and the events of an answer that broke off; this one finishes it.
    """

    under_way: ClassVar[dict[str, AnswerStream]] = {}

    def __init__(
        self,
        asked: AnswerRequest,
        *,
        user: AbstractBaseUser | AnonymousUser | None,
        earlier: tuple[str, Sequence[Event]] | None = None,
    ) -> None:
        self.id, self._earlier = earlier or (new_stream_id(), ())
        self.binding = ""
        self._asked = asked
        self._user = user
        self._readers = 0
        self._cancellation = Cancellation()
        self.under_way[self.id] = self
        self._thread = GeneratorThread(self._events(), when_closed=self._closed)

    @property
    def count(self) -> int:
        """How many events there are so far."""
        return self._thread.count

    @contextmanager
    def being_read(self) -> Iterator[Reader]:
        """Keep the answer being written while the block runs, and a little longer."""
        self._readers += 1
        try:
            yield self._thread.after
        finally:
            self._readers -= 1
            if not self._readers and self.id in self.under_way:
                asyncio.get_running_loop().call_later(conf.linger_seconds, self._stop_unless_read)

    def _stop_unless_read(self) -> None:
        if not self._readers:
            self._thread.stop()
            self._cancellation.cancel()

    def _events(self) -> Generator[Event, None, None]:
        events: list[Event] = []
        self.binding = _binding_if_known(self._asked, self._user)
        interrupted = interruption(self._earlier)
        try:
            for event in self._continued(interrupted):
                if self._cancellation.cancelled:
                    return
                events.append(event)
                yield event
        finally:
            if self.binding:
                keep_stream(self.id, events, binding=self.binding)

    def _continued(self, interrupted: Interrupted | None) -> Generator[Event, None, None]:
        events = answer_events(
            self._asked, user=self._user, cancellation=self._cancellation, interrupted=interrupted
        )
        if interrupted:
            next(events)
            yield from self._earlier
        yield from events

    def _closed(self) -> None:
        self.under_way.pop(self.id, None)
        stream_slots.give_back()


def _binding_if_known(asked: AnswerRequest, user: AbstractBaseUser | AnonymousUser | None) -> str:
    """Return the binding; without the database there is none, and nothing that could be resumed."""
    try:
        return binding_of(asked, user=user)
    except DatabaseError:
        return ""
