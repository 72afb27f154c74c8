from __future__ import annotations

import pytest

from cogi.inference.chat import ChatError, Message
from cogi.inference.chat.dummy import DummyChat, DummyChatOptions

QUESTION = [Message("user", "Why?")]


def test_it_says_its_script_and_remembers_the_question() -> None:
    chat = DummyChat(DummyChatOptions(tokens=("a", "b", "c")))
    assert list(chat.stream(QUESTION, max_tokens=2)) == ["a", "b"]
    assert chat.received == [QUESTION]


def test_it_fails_where_the_script_says() -> None:
    stream = DummyChat(DummyChatOptions(tokens=("a", "b"), fail_after=1)).stream(QUESTION, max_tokens=9)
    assert next(stream) == "a"
    with pytest.raises(ChatError):
        next(stream)
