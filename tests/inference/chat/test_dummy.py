from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from cogi.inference.cancellation import Cancellation
from cogi.inference.chat import ChatError, Message
from cogi.inference.chat.dummy import DummyChat, DummyChatOptions

QUESTION = [Message("user", "Why?")]


def said(chat: DummyChat, *, max_tokens: int, cancellation: Cancellation | None = None) -> Iterator[str]:
    return chat.stream(
        QUESTION,
        max_tokens=max_tokens,
        deadline=time.monotonic() + 60,
        cancellation=cancellation or Cancellation(),
    )


def test_it_says_its_script_and_remembers_the_question() -> None:
    chat = DummyChat(DummyChatOptions(tokens=("a", "b", "c")))
    assert list(said(chat, max_tokens=2)) == ["a", "b"]
    assert chat.received == [QUESTION]


def test_it_fails_where_the_script_says() -> None:
    stream = said(DummyChat(DummyChatOptions(tokens=("a", "b"), fail_after=1)), max_tokens=9)
    assert next(stream) == "a"
    with pytest.raises(ChatError):
        next(stream)


def test_it_stops_when_nobody_wants_more() -> None:
    cancellation = Cancellation()
    stream = said(DummyChat(DummyChatOptions(tokens=("a", "b"))), max_tokens=9, cancellation=cancellation)
    assert next(stream) == "a"
    cancellation.cancel()
    with pytest.raises(ChatError) as caught:
        next(stream)
    assert caught.value.reason == "deadline"
