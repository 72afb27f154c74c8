from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Timer
from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.inference.cancellation import Cancellation
from cogi.inference.chat import ChatError, Message
from cogi.inference.chat.http import OpenAICompatibleChat, OpenAICompatibleChatOptions
from tests.inference.model_server import ModelServer, Reply, chat_reply, model_server

MESSAGES = [Message("system", "Be brief."), Message("user", "Why?")]


def chat_of(server: ModelServer, **options: Any) -> OpenAICompatibleChat:
    given = {"timeout": 5.0, **options}
    return OpenAICompatibleChat(OpenAICompatibleChatOptions(base_url=server.base_url, model="m", **given))


def said(
    chat: OpenAICompatibleChat,
    *,
    max_tokens: int = 9,
    seconds: float = 60,
    cancellation: Cancellation | None = None,
) -> Iterator[str]:
    return chat.stream(
        MESSAGES,
        max_tokens=max_tokens,
        deadline=time.monotonic() + seconds,
        cancellation=cancellation or Cancellation(),
    )


def test_the_answer_streams_and_the_request_is_openais() -> None:
    with model_server(chat_reply("Be", "", "cause")) as server:
        chat = chat_of(server, api_key="k", temperature=0.0)
        pieces = list(said(chat, max_tokens=100))
        chat.close()
    assert pieces == ["Be", "cause"]
    request = server.requests[0]
    assert request.path == "/v1/chat/completions"
    assert request.headers["Authorization"] == "Bearer k"
    assert request.body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Why?"},
        ],
        "max_tokens": 100,
        "temperature": 0.0,
        "stream": True,
    }


def test_a_finish_reason_ends_the_answer_as_well() -> None:
    body = (
        b'data: {"choices": [{"delta": {"content": "Yes"}}]}\n\n'
        b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n'
        b'data: {"choices": [], "usage": {"total_tokens": 3}}\n\n'
    )
    with model_server(Reply(body)) as server:
        chat = chat_of(server)
        assert list(said(chat)) == ["Yes"]
        chat.close()


def test_an_answer_that_breaks_off_is_an_error_after_what_was_said() -> None:
    with model_server(chat_reply("Be", ends=False)) as server:
        chat = chat_of(server)
        stream = said(chat)
        assert next(stream) == "Be"
        with pytest.raises(ChatError) as caught:
            next(stream)
        chat.close()
    assert str(caught.value) == "m: the server broke off in the middle of the answer."
    assert caught.value.reason == "error"


def test_a_server_that_falls_silent_is_past_its_deadline() -> None:
    with model_server(chat_reply("Be", ends=False, hangs=True)) as server:
        chat = chat_of(server, timeout=0.1)
        stream = said(chat)
        assert next(stream) == "Be"
        with pytest.raises(ChatError) as caught:
            next(stream)
        chat.close()
    assert str(caught.value) == "m: the server did not answer in time."
    assert caught.value.reason == "deadline"


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Reply(b"{}", status=401), "m: the server answered 401 Unauthorized."),
        (Reply(b"data: {}\n\n"), "m: the server sent a chunk that is not a chat completion."),
        (Reply(b"data: hello\n\n"), "m: the server sent a chunk that is not a chat completion."),
        (
            Reply(b'data: {"choices": [{"delta": null}]}\n\n'),
            "m: the server sent a chunk that is not a chat completion.",
        ),
    ],
)
def test_what_is_not_an_answer_is_an_error(reply: Reply, message: str) -> None:
    with model_server(reply) as server:
        chat = chat_of(server)
        with pytest.raises(ChatError) as caught:
            list(said(chat))
        chat.close()
    assert str(caught.value) == message


def test_the_kind_of_an_error_is_named_and_its_message_is_not() -> None:
    body = b'{"error": {"type": "exceed_context_size_error", "message": "Why?"}}'
    with model_server(Reply(body, status=400, headers={"Content-Length": str(len(body))})) as server:
        chat = chat_of(server)
        with pytest.raises(ChatError) as caught:
            list(said(chat))
        chat.close()
    assert str(caught.value) == "m: the server answered 400 Bad Request (exceed_context_size_error)."


def test_an_absent_server_is_an_error() -> None:
    with model_server(Reply()) as server:
        chat = chat_of(server)
    with pytest.raises(ChatError) as caught:
        list(said(chat))
    chat.close()
    assert str(caught.value) == "m: the server could not be reached (ConnectError)."


def test_closing_the_stream_hangs_up() -> None:
    with model_server(chat_reply("Be", "cause", ends=False, hangs=True)) as server:
        chat = chat_of(server)
        stream = said(chat)
        assert next(stream) == "Be"
        stream.close()  # type: ignore[attr-defined]  # a generator
        chat.close()


def test_what_drips_past_its_deadline_is_cut_off() -> None:
    slow = Reply(drips=[bytes([each]) for each in chat_reply("Be").body], interval=0.05)
    with model_server(slow) as server:
        chat = chat_of(server)
        began = time.monotonic()
        with pytest.raises(ChatError) as caught:
            list(said(chat, seconds=0.3))
        chat.close()
    assert time.monotonic() - began < 1
    assert str(caught.value) == "m: the answer was not finished in time."
    assert caught.value.reason == "deadline"


@pytest.mark.parametrize("reply", [Reply(hangs=True), chat_reply("Be", ends=False, hangs=True)])
def test_who_waits_for_a_silent_server_is_woken_when_nobody_wants_the_answer(reply: Reply) -> None:
    cancellation = Cancellation()
    with model_server(reply) as server:
        chat = chat_of(server)
        Timer(0.1, cancellation.cancel).start()
        began = time.monotonic()
        with pytest.raises(ChatError):
            list(said(chat, cancellation=cancellation))
        assert time.monotonic() - began < 1
        chat.close()


def test_an_answer_that_nobody_wants_is_not_asked_for() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with model_server(Reply(hangs=True)) as server:
        chat = chat_of(server)
        with pytest.raises(ChatError):
            list(said(chat, cancellation=cancellation))
        chat.close()


def test_a_model_is_cleared_for_internal_content_unless_configured() -> None:
    with model_server(Reply()) as server:
        chats = [chat_of(server), chat_of(server, clearance="public")]
    assert [chat.clearance for chat in chats] == [Classification.INTERNAL, Classification.PUBLIC]
    for chat in chats:
        chat.close()
