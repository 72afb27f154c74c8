from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from cogi.answers.asking import ask
from cogi.answers.composing import NOT_ANSWERED, NOTHING_FOUND
from cogi.answers.events import Done, Event, Failed, Sources, Token
from cogi.answers.turns import Turn
from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.inference.chat import chats
from cogi.inference.chat.dummy import DummyChat
from cogi.retrieval.errors import InvalidQuestion, UnknownScope
from cogi.retrieval.results import Degradation
from tests.inference.model_server import chat_reply, model_server

pytestmark = pytest.mark.usefixtures("scope")

LOGIN_ANSWER = (
    "To log a user in, call `login()` with the request and the user: [1]\n\n"
    "```python\nlogin(request, user)\n```"
)


def asked(question: str, perimeter: Perimeter | None = None, **options: Any) -> tuple[Sources, str, Done]:
    """Return the answer's parts, after checking the order of its events."""
    events: list[Event] = list(ask(question, perimeter=perimeter or perimeter_for(None), **options))
    sources, *tokens, done = events
    assert isinstance(sources, Sources)
    assert isinstance(done, Done)
    text = "".join(token.text for token in tokens if isinstance(token, Token))
    assert text == done.answer
    assert {each.name for each in tokens} == {"token"}
    assert set(done.citations) <= {source.number for source in sources.sources}
    return sources, text, done


def use_chat(settings: Settings, **options: Any) -> DummyChat:
    settings.COGI_CHAT = {"default": {"BACKEND": "cogi.inference.chat.dummy.DummyChat", "OPTIONS": options}}
    chat = chats["default"]
    assert isinstance(chat, DummyChat)
    return chat


def test_an_answer_has_sources_with_real_anchors_and_cites_them(scope: Scope) -> None:
    sources, answer, done = asked("How do I log a user in?")
    assert sources.query == "How do I log a user in?"
    assert sources.sources[0].url == "https://docs.example/guide/login/#text"
    assert answer.startswith(LOGIN_ANSWER)
    assert done.citations[0] == 1
    assert (done.found, done.synthesizer) == (True, "extractive")
    assert done.scope_versions == {"guide/1.0/en": scope.version}
    assert {"lexical", "search", "synthesis", "total"} <= done.timings_ms.keys()


def test_unused_sources_are_what_to_ask_next() -> None:
    _, _, done = asked("session of a user: call login")
    assert done.citations == [1]
    assert done.follow_ups == ["Ending a session"]


def test_nothing_found_is_said_without_citations(settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    sources, answer, done = asked("zymurgy")
    assert sources.sources == []
    assert answer == NOTHING_FOUND
    assert (done.found, done.citations, done.follow_ups) == (False, [], [])
    assert done.degraded == [Degradation("dense", "off")]


def test_what_the_sources_do_not_answer_is_said() -> None:
    sources, answer, done = asked("zymurgy quokka umbrella user")
    assert sources.sources
    assert answer == NOT_ANSWERED
    assert (done.found, done.citations) == (False, [])


def test_a_question_that_cannot_be_asked_raises_before_the_first_event() -> None:
    with pytest.raises(InvalidQuestion):
        next(iter(ask("  ", perimeter=perimeter_for(None))))
    with pytest.raises(UnknownScope):
        next(iter(ask("login", perimeter=perimeter_for(None), scopes=["other/1.0/en"])))


def test_a_database_that_fails_ends_the_stream_after_empty_sources() -> None:
    def refuse(*_: object) -> None:
        raise OperationalError

    perimeter = perimeter_for(None)
    with connection.execute_wrapper(refuse):
        events = list(ask("login", perimeter=perimeter))
    assert events == [
        Sources("login", ()),
        Failed(
            "urn:cogi:problem:unavailable", "The database cannot be reached", "Ask again in a few seconds."
        ),
    ]


def test_a_chat_model_answers_where_one_is_set(settings: Settings) -> None:
    chat = use_chat(settings, tokens=["Call `login()`. [1]", " It is blue."])
    _, answer, done = asked("How do I log a user in?")
    assert answer == "Call `login()`. [1] It is blue. *(not in the sources)*"
    assert (done.synthesizer, done.citations) == ("dummy", [1])
    assert len(chat.received) == 1


def test_a_chat_model_gets_the_earlier_turns_and_the_question_as_it_was_typed(settings: Settings) -> None:
    chat = use_chat(settings, tokens=["Call `login()`. [1]"])
    sources, _, _ = asked("How do I call it?", turns=[Turn("What is login?", "A function. [1]")])
    assert sources.query == "How do I call login?"
    (messages,) = chat.received
    assert [message.content for message in messages[1:3]] == ["What is login?", "A function."]
    assert messages[-1].content.endswith("Question: How do I call it?")


def test_a_chat_model_that_may_read_less_than_the_viewer_is_not_told_earlier_answers(
    scope: Scope, settings: Settings
) -> None:
    chat = use_chat(settings, tokens=["Call `login()`. [1]"], clearance="internal")
    cleared = Perimeter.of({scope.pk: Classification.RESTRICTED})
    asked("How do I log a user in?", cleared, turns=[Turn("master password?", "It is hunter2.")])
    assert "hunter2" not in str(chat.received)


def test_a_chat_model_that_knows_no_answer_is_believed(settings: Settings) -> None:
    use_chat(settings, tokens=["NOT_FOUND"])
    _, answer, done = asked("How do I log a user in?")
    assert answer == NOT_ANSWERED
    assert done.found is False


def test_when_no_sentence_of_a_chat_model_is_left_the_answer_is_extracted(settings: Settings) -> None:
    settings.COGI_UNSUPPORTED_SENTENCES = "drop"
    use_chat(settings, tokens=["It is blue. ", "Really."])
    _, answer, done = asked("How do I log a user in?")
    assert answer.startswith(LOGIN_ANSWER)
    assert done.synthesizer == "extractive"
    assert Degradation("chat", "unsupported") in done.degraded


def test_a_chat_model_that_fails_at_once_is_replaced(settings: Settings) -> None:
    use_chat(settings, fail_after=0)
    _, answer, done = asked("How do I log a user in?")
    assert answer.startswith(LOGIN_ANSWER)
    assert done.synthesizer == "extractive"
    assert Degradation("chat", "error") in done.degraded


def test_a_chat_model_that_fails_half_way_is_followed_by_the_extracted_answer(
    settings: Settings,
) -> None:
    use_chat(settings, tokens=["Call `login()`. [1] ", "Then", " more"], fail_after=2)
    _, answer, done = asked("How do I log a user in?")
    assert answer.startswith(f"Call `login()`. [1] \n\n{LOGIN_ANSWER}")
    assert done.synthesizer == "extractive"
    assert Degradation("chat", "error") in done.degraded


def test_a_real_server_that_hangs_is_replaced_in_time(settings: Settings) -> None:
    with model_server(chat_reply("Call ", ends=False, hangs=True)) as server:
        settings.COGI_CHAT = {
            "default": {
                "BACKEND": "cogi.inference.chat.http.OpenAICompatibleChat",
                "OPTIONS": {"BASE_URL": server.base_url, "MODEL": "m", "TIMEOUT": 0.2},
            }
        }
        _, answer, done = asked("How do I log a user in?")
        chats.close_all()
    assert answer.startswith(LOGIN_ANSWER)
    assert Degradation("chat", "deadline") in done.degraded


def test_a_viewer_reads_and_quotes_only_what_the_perimeter_shows(scope: Scope) -> None:
    _, masked, _ = asked("behind the turquoise painting")
    assert masked == "The •••• is kept in the safe behind the turquoise painting. [1]"
    cleared = Perimeter.of({scope.pk: Classification.RESTRICTED})
    _, whole, _ = asked("behind the turquoise painting", cleared)
    assert whole == "The vault code is kept in the safe behind the turquoise painting. [1]"
    _, hidden, _ = asked("master password staging")
    assert "hunter2" not in hidden


def test_a_model_is_sent_nothing_above_its_own_clearance(scope: Scope, settings: Settings) -> None:
    chat = use_chat(settings, tokens=["It is in the safe. [1]"], clearance="internal")
    cleared = Perimeter.of({scope.pk: Classification.RESTRICTED})
    sources, _, done = asked("vault code or master password of staging or a user", cleared)
    assert {source.uid for source in sources.sources} >= {"vault", "staging", "login"}
    (messages,) = chat.received
    assert "vault code" not in messages[1].content.rpartition("Question:")[0]
    assert "hunter2" not in messages[1].content
    assert "call `login()`" in messages[1].content
    assert done.synthesizer == "dummy"


def test_a_model_cleared_for_none_of_the_sources_is_not_asked(scope: Scope, settings: Settings) -> None:
    chat = use_chat(settings, tokens=["No. [1]"], clearance="public")
    settings.COGI_EMBEDDERS = {"default": None}
    cleared = Perimeter.of({scope.pk: Classification.RESTRICTED})
    _, answer, done = asked("master password of staging servers", cleared)
    assert answer == "The master password of the staging servers is hunter2. [1]"
    assert chat.received == []
    assert Degradation("chat", "clearance") in done.degraded
