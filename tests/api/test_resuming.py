"""Whoever loses the connection reads on where it broke off, if still allowed to, and ends exactly once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest
from django.core.cache import cache
from django.db import connection
from pytest_django import Settings

from cogi.api.slots import stream_slots
from cogi.corpus.classification import Classification
from cogi.corpus.models import Grant
from cogi.corpus.publishing import publish_release
from cogi.corpus.snapshot import Snapshot
from tests.api.conftest import GUIDE, NOW, Corpus
from tests.api.streams import Frame, ask_stream, open_stream
from tests.api.test_streaming import assert_well_formed, eventually, use_chat
from tests.inference.model_server import chat_reply, model_server, slow_chat_reply

pytestmark = pytest.mark.django_db

QUESTION = "How do I log a user in?"
PATH = "/api/v1/answers/stream"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    yield
    cache.clear()


def resume(server: str, last: str, question: str = QUESTION, **parameters: object) -> list[Frame]:
    return ask_stream(server, question, headers={"Last-Event-ID": last}, **parameters)


def read_some(server: str, count: int) -> list[Frame]:
    """Read so many events and drop the connection."""
    with open_stream(server, params={"q": QUESTION}) as stream:
        return [next(stream.frames) for _ in range(count)]


def kept_whole(server: str) -> list[Frame]:
    """Return the frames of a stream that has ended and is kept."""
    frames = ask_stream(server, QUESTION)
    assert eventually(lambda: stream_slots.taken == 0)
    return frames


def test_after_the_end_what_is_missing_is_sent_again_with_one_end(server: str) -> None:
    frames = kept_whole(server)
    for seen in (1, 2, len(frames) - 1):
        assert resume(server, frames[seen - 1].id) == frames[seen:]
    assert stream_slots.taken == 0


def test_who_has_seen_the_end_is_told_to_stop(server: str) -> None:
    frames = ask_stream(server, QUESTION)
    ended = httpx.get(f"{server}{PATH}", params={"q": QUESTION}, headers={"Last-Event-ID": frames[-1].id})
    assert (ended.status_code, ended.content) == (204, b"")


def test_who_comes_back_at_once_reads_on_in_the_answer_that_is_still_written(
    server: str, settings: Settings
) -> None:
    settings.COGI_API_LINGER_SECONDS = 5
    with model_server(
        slow_chat_reply("Call it. [1]", " Call", " login. [1] ", "Call it. [1]", interval=0.1)
    ) as chat:
        use_chat(settings, chat.base_url)
        seen = read_some(server, 2)
        rest = resume(server, seen[-1].id)
        assert len(chat.requests) == 1
    assert_well_formed([*seen, *rest])
    assert rest[-1].data["synthesizer"] == "tiny"
    assert rest[-1].data["answer"] == "Call it. [1] Call login. [1] Call it. [1]"
    assert text_of([*seen, *rest]) == rest[-1].data["answer"]


def test_who_comes_back_late_gets_the_rest_by_extraction(server: str, settings: Settings) -> None:
    settings.COGI_API_LINGER_SECONDS = 0
    with model_server(chat_reply("Call it. [1] ", "Then", ends=False, hangs=True)) as chat:
        use_chat(settings, chat.base_url)
        seen = read_some(server, 2)
        assert eventually(lambda: stream_slots.taken == 0)
        rest = resume(server, seen[-1].id)
        again = resume(server, seen[0].id)
        assert len(chat.requests) == 1
    assert_well_formed([*seen, *rest])
    assert text_of([*seen, *rest]) == rest[-1].data["answer"]
    assert rest[-1].data["answer"].startswith("Call it. [1] \n\nTo log a user in, call login()")
    assert {"engine": "chat", "reason": "interrupted"} in rest[-1].data["degraded"]
    assert [frame.id for frame in [seen[0], *again]] == [frame.id for frame in [*seen, *rest]]


def test_an_id_that_is_unknown_expired_or_beyond_the_stream_gets_a_new_answer(
    server: str, settings: Settings
) -> None:
    settings.COGI_API_RESUME_SECONDS = 1
    frames = kept_whole(server)
    stream = frames[0].id.partition(".")[0]
    for last in ("3", f"{22 * 'A'}.1", f"{stream}.5000"):
        assert_new(resume(server, last), frames)
    assert eventually(lambda: resume(server, frames[0].id)[0].event == "sources")


def test_without_keeping_every_answer_is_new(server: str, settings: Settings) -> None:
    settings.COGI_API_RESUME_SECONDS = 0
    frames = kept_whole(server)
    assert_new(resume(server, frames[0].id), frames)


def test_an_answer_that_is_too_long_is_not_kept(server: str, settings: Settings) -> None:
    settings.COGI_API_RESUME_CHARACTERS = 10
    frames = kept_whole(server)
    assert_new(resume(server, frames[0].id), frames)


def test_a_cache_that_is_broken_costs_only_the_resumption(server: str, settings: Settings) -> None:
    settings.COGI_API_RESUME_CACHE = "nowhere"
    frames = kept_whole(server)
    assert_new(resume(server, frames[0].id), frames)


def test_another_question_gets_its_own_answer(server: str) -> None:
    frames = kept_whole(server)
    other = resume(server, frames[0].id, "Which markup do templates escape?")
    assert other[0].data["query"] == "Which markup do templates escape?"


def test_another_viewer_cannot_resume_it(server: str, corpus: Corpus) -> None:
    insider = {"sessionid": corpus.session_key}
    frames = ask_stream(server, "turquoise paint of the login page", cookies=insider)
    assert eventually(lambda: stream_slots.taken == 0)
    last = frames[0].id
    assert resume(server, last, "turquoise paint of the login page", cookies=insider) == frames[1:]
    assert_new(resume(server, last, "turquoise paint of the login page"), frames)


def test_who_may_see_less_by_now_cannot_resume_it(server: str, corpus: Corpus) -> None:
    insider = {"sessionid": corpus.session_key}
    frames = ask_stream(server, QUESTION, cookies=insider)
    assert eventually(lambda: stream_slots.taken == 0)
    grants = Grant.objects.filter(user=corpus.insider)
    committed(lambda: grants.update(clearance=Classification.PUBLIC))
    try:
        assert_new(resume(server, frames[0].id, cookies=insider), frames)
    finally:
        committed(lambda: grants.update(clearance=Classification.INTERNAL))


def test_what_was_classified_higher_meanwhile_is_not_served_again(server: str, corpus: Corpus) -> None:
    frames = kept_whole(server)
    assert "login(request, user)" in frames[-1].data["answer"]
    hidden = Snapshot(
        nodes=[replace(node, classification=Classification.CONFIDENTIAL) for node in GUIDE.nodes]
    )
    committed(lambda: publish_release(scope=corpus.guide, snapshot=hidden, now=NOW))
    try:
        resumed = resume(server, frames[0].id)
    finally:
        committed(lambda: publish_release(scope=corpus.guide, snapshot=GUIDE, now=NOW))
    assert_new(resumed, frames)
    assert "login(request, user)" not in str(resumed)


def committed(change: Callable[[], object]) -> None:
    """Make the change beyond the test's own transaction, where the server sees it."""

    def make() -> None:
        try:
            change()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        threads.submit(make).result()


def assert_new(frames: list[Frame], earlier: list[Frame]) -> None:
    assert_well_formed(frames)
    assert frames[0].id.partition(".")[0] != earlier[0].id.partition(".")[0]


def text_of(frames: list[Frame]) -> str:
    return "".join(frame.data["text"] for frame in frames if frame.event == "token")
