"""POST answers: the stream's answer, whole."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from tests.api.conftest import Corpus

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


EMPTY = "The question is empty. Write at least one word to search for."


def without_times(answer: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the items, their order included."""
    return [*{**answer, "timings_ms": sorted(answer["timings_ms"])}.items()]


def post(body: Any, client: Client | None = None) -> Any:
    client = client or Client(raise_request_exception=False)
    return client.post("/api/v1/answers", body, content_type="application/json")


def test_an_answer_cites_sources_that_it_gives() -> None:
    response = post({"q": "How do I log a user in?", "scopes": ["guide/1.0/en"]})
    assert response.status_code == 200
    answer = response.json()
    assert list(answer) == [
        "query",
        "sources",
        "answer",
        "citations",
        "follow_ups",
        "degraded",
        "synthesizer",
        "found",
        "timings_ms",
        "scope_versions",
    ]
    numbers = [source["number"] for source in answer["sources"]]
    assert answer["citations"]
    assert set(answer["citations"]) <= set(numbers)
    assert all(f"[{number}]" in answer["answer"] for number in answer["citations"])


def test_earlier_turns_complete_a_question_that_leans_on_them() -> None:
    turns = [{"question": "What is login?", "answer": "A function. [1]"}]
    answer = post({"q": "How do I call it?", "turns": turns}).json()
    assert answer["query"] == "How do I call login?"
    assert "call login() with the request and the user" in answer["answer"]


def test_no_more_turns_are_taken_than_a_conversation_has() -> None:
    response = post({"q": "Why?", "turns": [{"question": "What?"}] * 21})
    assert response.status_code == 422
    assert response.json()["detail"] == (
        "body.turns: List should have at most 20 items after validation, not 21."
    )


def test_the_command_prints_exactly_what_the_api_returns() -> None:
    printed = StringIO()
    call_command("cogi_ask", "How do I log a user in?", "--json", stdout=printed)
    returned = post({"q": "How do I log a user in?"}).json()
    assert without_times(json.loads(printed.getvalue())) == without_times(returned)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ('How do I log a user in? kind:page -turquoise "log a user"', True),
        ("log a user in tags:beginner", False),
        ("kind:page", None),
        ("???", False),
        ('"', False),
    ],
)
def test_a_question_with_operators_is_answered_within_them(question: str, found: bool | None) -> None:
    response = post({"q": question})
    assert response.status_code == 200
    answer = response.json()
    assert answer["query"] == question
    assert found in {None, answer["found"]}
    assert "kind:page" not in answer["answer"]


def test_when_nothing_matches_the_answer_says_so() -> None:
    answer = post({"q": "xylophone zeppelin"}).json()
    assert (answer["found"], answer["sources"], answer["citations"]) == (False, [], [])


def test_only_those_who_may_see_content_get_answers_from_it(corpus: Corpus) -> None:
    question = {"q": "turquoise", "scopes": ["secrets/1.0/en"]}
    insider = Client()
    insider.force_login(corpus.insider)
    assert post(question, insider).json()["sources"][0]["uid"] == "plans"
    assert post(question).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "problem", "detail"),
    [
        ("{", 400, "bad-request", "Cannot parse request body; send JSON."),
        (b"\xff", 400, "bad-request", "Cannot parse request body; send JSON."),
        ([], 422, "invalid-request", "body: Input should be a JSON object."),
        ({}, 422, "invalid-request", "body.q: Field required."),
        ({"q": "x", "scope": "y"}, 422, "invalid-request", "body.scope: Extra inputs are not permitted."),
        ({"q": "\ud800"}, 422, "invalid-question", EMPTY),
        ({"q": "x", "scopes": ["\ud800"]}, 422, "invalid-request", "body.scopes.0: must be Unicode text."),
    ],
)
def test_what_cannot_be_asked_is_a_problem_document(
    body: Any, status: int, problem: str, detail: str
) -> None:
    response = post(body)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["type"] == f"urn:cogi:problem:{problem}"
    assert response.json()["detail"] == detail


def test_an_unexpected_failure_tells_nothing_of_itself(settings: Settings) -> None:
    settings.COGI_CHAT = {"default": {"BACKEND": "nowhere.Nothing"}}
    response = post({"q": "How do I log a user in?"})
    assert response.status_code == 500
    assert response.json() == {
        "type": "urn:cogi:problem:internal-error",
        "title": "The request failed",
        "status": 500,
        "detail": "This is a fault of the service, not of your request; its operator finds it in the log.",
        "instance": "/api/v1/answers",
    }
