"""The stream over a real server: sources first, one end, and nothing left behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest
from django.db import connection
from pytest_django import Settings

from cogi.api.bridge import THREAD_NAME
from cogi.api.slots import stream_slots
from tests.api.conftest import Corpus
from tests.api.streams import Frame, ask_stream, open_stream
from tests.inference.model_server import Reply, chat_reply, model_server

pytestmark = pytest.mark.django_db

QUESTION = "How do I log a user in?"


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def stream_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith(THREAD_NAME)]


def connections_in_use() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def use_chat(settings: Settings, base_url: str, *, timeout: float = 5) -> None:
    settings.COGI_CHAT = {
        "default": {
            "BACKEND": "cogi.inference.chat.http.OpenAICompatibleChat",
            "OPTIONS": {"base_url": base_url, "model": "tiny", "timeout": timeout},
        }
    }


def assert_well_formed(frames: list[Frame]) -> None:
    names = [frame.event for frame in frames]
    assert names[0] == "sources"
    assert set(names[1:-1]) <= {"token"}
    assert names[-1] in {"done", "error"}
    stream, _, _ = frames[0].id.partition(".")
    assert [frame.id for frame in frames] == [
        *(f"{stream}.{number}" for number in range(1, len(frames))),
        f"{stream}.end",
    ]


def test_an_answer_streams_its_sources_then_tokens_then_one_done(server: str) -> None:
    frames = ask_stream(server, QUESTION)
    assert_well_formed(frames)
    sources, *tokens, done = frames
    assert sources.data["query"] == QUESTION
    assert "".join(token.data["text"] for token in tokens) == done.data["answer"]
    assert done.event == "done"
    assert done.data["found"] is True
    numbers = [source["number"] for source in sources.data["sources"]]
    assert done.data["citations"]
    assert set(done.data["citations"]) <= set(numbers)
    assert sources.data["sources"][0]["url"] == (
        "https://docs.example/guide/auth/login/#how-to-log-a-user-in"
    )


def test_no_proxy_holds_the_stream_back_or_keeps_it(server: str) -> None:
    with open_stream(server, params={"q": QUESTION}) as stream:
        headers = stream.response.headers
        assert stream.response.status_code == 200
        assert next(stream.frames).event == "sources"
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "no-cache, no-transform"
    assert headers["x-accel-buffering"] == "no"
    assert headers["vary"] == "Cookie"


def test_when_nothing_matches_the_sources_are_empty_and_the_answer_says_so(server: str) -> None:
    frames = ask_stream(server, "xylophone zeppelin")
    assert_well_formed(frames)
    assert frames[0].data["sources"] == []
    assert frames[-1].event == "done"
    assert frames[-1].data["found"] is False
    assert frames[-1].data["citations"] == []


def test_without_the_dense_engine_the_answer_comes_and_names_it(server: str, settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    frames = ask_stream(server, QUESTION)
    assert_well_formed(frames)
    assert frames[-1].data["degraded"] == [{"engine": "dense", "reason": "off"}]


@pytest.mark.parametrize(
    "request_of",
    [
        {"method": "POST", "json": {"q": QUESTION, "scopes": ["guide/1.0/en"]}},
        {"method": "POST", "params": {"q": QUESTION, "scope": "guide/1.0/en"}},
        {"method": "GET", "params": {"q": QUESTION, "scope": ["guide/1.0/en"]}},
    ],
)
def test_get_and_post_ask_the_same(server: str, request_of: dict[str, Any]) -> None:
    with open_stream(server, **request_of) as stream:
        frames = list(stream.frames)
    assert frames[-1].data["scope_versions"].keys() == {"guide/1.0/en"}


def test_earlier_questions_may_be_named_in_the_query_string(server: str) -> None:
    with open_stream(server, params={"q": "How do I call it?", "turn": ["Why?", "What is login?"]}) as stream:
        frames = list(stream.frames)
    assert_well_formed(frames)
    assert frames[0].data["query"] == "How do I call login?"


def test_the_session_decides_what_the_answer_is_made_from(server: str, corpus: Corpus) -> None:
    insider = {"sessionid": corpus.session_key}
    scope = {"q": "turquoise", "scope": "secrets/1.0/en"}
    with open_stream(server, params=scope, cookies=insider) as stream:
        assert next(stream.frames).data["sources"][0]["uid"] == "plans"
        assert stream.names()[-1] == "done"
    assert httpx.get(f"{server}/api/v1/answers/stream", params=scope).status_code == 404


@dataclass(frozen=True)
class Refusal:
    status: int
    problem: str
    detail: str


REFUSED: list[tuple[dict[str, Any], Refusal]] = [
    (
        {"params": {"q": " "}},
        Refusal(422, "invalid-question", "The question is empty. Write at least one word to search for."),
    ),
    ({}, Refusal(422, "invalid-request", "query.q: Field required.")),
    (
        {"method": "POST", "json": {"q": 1}},
        Refusal(422, "invalid-request", "body.q: Input should be a valid string."),
    ),
    (
        {"method": "POST", "content": b"q=x"},
        Refusal(400, "bad-request", "Cannot parse request body; send JSON."),
    ),
    (
        {"method": "POST", "content": b"[" * 100_000},
        Refusal(400, "bad-request", "Cannot parse request body; send JSON."),
    ),
    (
        {"method": "POST", "content": b"[]"},
        Refusal(422, "invalid-request", "body: Input should be a JSON object."),
    ),
    (
        {"params": {"q": "x", "scope": "no\x00"}},
        Refusal(422, "invalid-request", "query.scope.0: must not contain the NUL character."),
    ),
    (
        {"params": {"q": "x", "scope": "secrets/1.0/en"}},
        Refusal(
            404,
            "unknown-scope",
            "There is no scope “secrets/1.0/en”. GET /api/v1/scopes or `manage.py cogi_status` lists them.",
        ),
    ),
    (
        {"method": "PUT", "params": {"q": "x"}},
        Refusal(405, "method-not-allowed", "PUT is not offered here; use GET, POST."),
    ),
    (
        {"headers": {"Host": "elsewhere.example"}},
        Refusal(400, "bad-request", "Check its Host header and its encoding."),
    ),
]


@pytest.mark.parametrize(("asked", "refusal"), REFUSED)
def test_what_cannot_be_asked_is_a_problem_document_and_no_stream(
    server: str, asked: dict[str, Any], refusal: Refusal
) -> None:
    with open_stream(server, **asked) as stream:
        document = stream.response.read()
        response = stream.response
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "private, no-store"
    assert len(document) == int(response.headers["content-length"])
    assert (
        Refusal(
            response.status_code,
            response.json()["type"].removeprefix("urn:cogi:problem:"),
            response.json()["detail"],
        )
        == refusal
    )


def test_a_question_of_100_kilobytes_is_refused(server: str) -> None:
    response = httpx.post(f"{server}/api/v1/answers/stream", json={"q": "a" * 100_000})
    assert response.status_code == 422
    assert response.json()["type"] == "urn:cogi:problem:invalid-question"


def test_a_huge_body_is_refused_without_being_kept(server: str, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    response = httpx.post(f"{server}/api/v1/answers/stream", json={"q": "a" * 1000})
    assert response.status_code == 413
    assert response.json()["detail"] == "Send a shorter body."


def test_a_failure_before_the_sources_is_empty_sources_and_one_error(server: str, settings: Settings) -> None:
    settings.COGI_ENGINE_DEADLINES = None
    frames = ask_stream(server, QUESTION)
    assert_well_formed(frames)
    assert [frame.event for frame in frames] == ["sources", "error"]
    assert frames[0].data == {"query": QUESTION, "sources": []}
    assert frames[1].data == {
        "type": "urn:cogi:problem:internal-error",
        "title": "The request failed",
        "detail": "This is a fault of the service, not of your request; its operator finds it in the log.",
    }


def test_a_failure_before_the_question_is_read_is_a_problem_document(server: str, settings: Settings) -> None:
    settings.SESSION_ENGINE = "nowhere"
    response = httpx.get(f"{server}/api/v1/answers/stream", params={"q": QUESTION})
    assert response.status_code == 500
    assert response.json()["type"] == "urn:cogi:problem:internal-error"


def test_a_failure_after_the_sources_is_one_error(server: str, settings: Settings) -> None:
    settings.COGI_CHAT = {"default": {"BACKEND": "nowhere.Nothing"}}
    frames = ask_stream(server, QUESTION)
    assert_well_formed(frames)
    assert frames[0].data["sources"]
    assert frames[-1].event == "error"
    assert frames[-1].data["type"] == "urn:cogi:problem:internal-error"


def test_silence_is_broken_by_comments(server: str, settings: Settings) -> None:
    settings.COGI_API_HEARTBEAT_SECONDS = 0.05
    with model_server(chat_reply("Call", ends=False, hangs=True)) as chat:
        use_chat(settings, chat.base_url, timeout=0.5)
        with open_stream(server, params={"q": QUESTION}) as stream:
            lines = list(stream.response.iter_lines())
    assert lines.count(": heartbeat") >= 3
    assert [line for line in lines if line.startswith("event: ")][-1] == "event: done"


def drip(reply: Reply, *, interval: float) -> Reply:
    """Return the same answer, one byte at a time."""
    return replace(reply, body=b"", drips=[bytes([each]) for each in reply.body], interval=interval)


FAULTS = {
    "stalls before the first token": Reply(hangs=True),
    "stalls after the first token": chat_reply("Call it. [1] ", "Th", ends=False, hangs=True),
    "breaks off": chat_reply("Call it. [1] ", "Th", ends=False),
    "429": Reply(b'{"error": {"message": "slow down"}}', status=429, headers={"Retry-After": "30"}),
    "500": Reply(b"Traceback", status=500),
    "garbage": Reply(bytes(range(256)) * 50),
    "a line without end": Reply(b"data: " + b"x" * 100_000),
    "no JSON": Reply(b"data: <html>\n\n"),
    "drips": drip(chat_reply("Call it. [1]", " It is blue."), interval=0.1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_the_model_does_the_answer_ends_in_time_and_names_it(
    server: str, settings: Settings, fault: str
) -> None:
    settings.COGI_ANSWER_CHAT_DEADLINE = 1
    began = time.monotonic()
    with model_server(FAULTS[fault]) as chat:
        use_chat(settings, chat.base_url, timeout=0.7)
        frames = ask_stream(server, QUESTION)
    assert time.monotonic() - began < 3
    assert_well_formed(frames)
    assert frames[-1].event == "done"
    assert "call login() with the request and the user" in frames[-1].data["answer"]
    assert frames[-1].data["synthesizer"] == "extractive"
    (reason,) = (each["reason"] for each in frames[-1].data["degraded"] if each["engine"] == "chat")
    assert reason == ("deadline" if "stalls" in fault or fault == "drips" else "error")
    assert eventually(lambda: stream_slots.taken == 0 and stream_threads() == [])


def test_a_client_that_leaves_frees_everything_within_a_second(server: str, settings: Settings) -> None:
    before = connections_in_use()
    with model_server(chat_reply("Call", ends=False, hangs=True)) as chat:
        use_chat(settings, chat.base_url, timeout=20)
        with open_stream(server, params={"q": QUESTION}) as stream:
            assert next(stream.frames).event == "sources"
            assert stream_slots.taken == 1
            assert len(stream_threads()) == 1
        left = time.monotonic()
        assert eventually(lambda: stream_slots.taken == 0 and stream_threads() == [])
        assert eventually(lambda: connections_in_use() <= before)
        assert time.monotonic() - left < 1


def test_a_client_that_leaves_before_the_sources_stops_the_work(server: str) -> None:
    elsewhere = connection.copy()
    with elsewhere.cursor() as cursor:
        cursor.execute("BEGIN; LOCK TABLE cogi_corpus_scope IN ACCESS EXCLUSIVE MODE")
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{server}/api/v1/answers/stream", params={"q": QUESTION}, timeout=0.3)
    assert stream_slots.taken == 1
    elsewhere.close()
    assert eventually(lambda: stream_slots.taken == 0 and stream_threads() == [])


def test_a_finished_stream_leaves_no_thread_and_no_connection(server: str) -> None:
    before = connections_in_use()
    ask_stream(server, QUESTION)
    assert eventually(lambda: stream_slots.taken == 0 and stream_threads() == [])
    assert eventually(lambda: connections_in_use() <= before)


def test_more_streams_than_the_process_may_hold_are_asked_to_come_back(
    server: str, settings: Settings
) -> None:
    settings.COGI_API_MAX_STREAMS = 0
    settings.COGI_API_STREAM_WAIT_SECONDS = 0
    response = httpx.get(f"{server}/api/v1/answers/stream", params={"q": QUESTION})
    assert (response.status_code, response.headers["retry-after"]) == (503, "5")
    assert response.json()["type"] == "urn:cogi:problem:busy"


def test_other_paths_are_served_by_django(server: str) -> None:
    assert httpx.get(f"{server}/healthz").json()["status"] == "ok"
    assert httpx.get(f"{server}/api/v1/search", params={"q": QUESTION}).json()["hits"]
