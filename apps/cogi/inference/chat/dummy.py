"""A scripted chat: it says what its options say, and breaks off where they say so."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogi.inference.cancellation import Cancellation
from cogi.inference.chat.base import Chat, ChatError, Message
from cogi.inference.clearances import clearance_named


@dataclass(frozen=True, slots=True, kw_only=True)
class DummyChatOptions:
    """``tokens`` are what it says; with ``fail_after`` it raises after that many of them."""

    tokens: Sequence[str] = ()
    fail_after: int | None = None
    clearance: str = "internal"


class DummyChat(Chat):
    """Streams its tokens and remembers in ``received`` what it was asked."""

    model_id = "dummy"
    options_class = DummyChatOptions

    def __init__(self, options: DummyChatOptions) -> None:
        self.clearance = clearance_named(options.clearance)
        self.received: list[Sequence[Message]] = []
        self._options = options

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, deadline: float, cancellation: Cancellation
    ) -> Iterator[str]:
        self.received.append(messages)
        for position, token in enumerate(self._options.tokens[:max_tokens]):
            if position == self._options.fail_after:
                break
            if cancellation.cancelled or time.monotonic() >= deadline:
                raise ChatError("The dummy chat was stopped.", reason="deadline")
            yield token
        if self._options.fail_after is not None:
            raise ChatError("The scripted failure of the dummy chat.")
