from __future__ import annotations

import pytest
from pytest_django import Settings

from cogi.answers.synthesis.base import NotAnswered
from cogi.answers.synthesis.chat import ChatSynthesizer, NothingSupported
from cogi.inference.cancellation import Cancellation
from cogi.inference.chat import ChatError
from cogi.inference.chat.dummy import DummyChat, DummyChatOptions
from tests.answers.evidence import evidence

SOURCES = [evidence(1, "Use `login()`."), evidence(2, "Sessions remember users.")]


def answer_of(*tokens: str) -> str:
    chat = DummyChat(DummyChatOptions(tokens=tokens))
    return "".join(ChatSynthesizer(chat, cancellation=Cancellation()).synthesize("How do I log in?", SOURCES))


def test_supported_sentences_pass_as_they_are() -> None:
    text = "Use `login()`. [1] Sessions remember users. [2]\n\n- By `login()` [1]\n\nSo:\n\n```\nx[9]\n```\n"
    assert answer_of(*text) == text


def test_numbers_that_no_source_has_are_removed() -> None:
    assert answer_of("Use `login()`. [1, 7] Users `[7]` [2][9].") == "Use `login()`. [1] Users `[7]` [2]."


def test_a_sentence_that_cites_nothing_is_marked() -> None:
    assert answer_of("Use `login()`. [1] It is blue. Really. [3]") == (
        "Use `login()`. [1] It is blue. *(not in the sources)* Really. *(not in the sources)*"
    )


def test_a_sentence_that_its_source_does_not_hold_is_marked() -> None:
    assert answer_of("Use `logout()`. [1] Sessions remember 90 users. [2]") == (
        "Use `logout()`. [1] *(not in the sources)* Sessions remember 90 users. [2] *(not in the sources)*"
    )


def test_a_sentence_that_cites_nothing_is_dropped_where_the_setting_says_so(settings: Settings) -> None:
    settings.COGI_UNSUPPORTED_SENTENCES = "drop"
    assert answer_of("Use `login()`. [1] It is blue.\n\nSessions remember. [2]") == (
        "Use `login()`. [1] \n\nSessions remember. [2]"
    )


def test_links_leave_only_for_the_sources_hosts() -> None:
    assert answer_of("Use [login()](https://evil.example/x) or [login](https://docs.example/a). [1]") == (
        "Use login() or [login](https://docs.example/a). [1]"
    )


@pytest.mark.parametrize("tokens", [("NOT_", "FOUND"), ("NOT_FOUND.\n",)])
def test_a_model_that_finds_nothing_does_not_answer(tokens: tuple[str, ...]) -> None:
    with pytest.raises(NotAnswered):
        answer_of(*tokens)


def test_nothing_but_dropped_sentences_is_no_answer(settings: Settings) -> None:
    settings.COGI_UNSUPPORTED_SENTENCES = "drop"
    for tokens in (("It is blue.\n\nReally.\n",), ()):
        with pytest.raises(NothingSupported):
            answer_of(*tokens)


def test_what_was_checked_before_a_failure_was_given() -> None:
    chat = DummyChat(DummyChatOptions(tokens=("Use it. [1] ", "And", " then"), fail_after=2))
    stream = ChatSynthesizer(chat, cancellation=Cancellation()).synthesize("How?", SOURCES)
    assert next(stream) == "Use it. [1] "
    with pytest.raises(ChatError):
        next(stream)


def test_the_model_is_sent_the_sources_and_the_question() -> None:
    chat = DummyChat(DummyChatOptions(tokens=("Yes. [1]",)))
    list(ChatSynthesizer(chat, cancellation=Cancellation()).synthesize("How?", SOURCES))
    ((_, user),) = chat.received
    assert "Use `login()`." in user.content
    assert user.content.endswith("Question: How?")
