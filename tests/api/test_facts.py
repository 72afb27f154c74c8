"""GET facts: both axes, pages, the perimeter, and what cannot be asked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from cogi.corpus.classification import Classification
from cogi.corpus.facts import record_facts
from cogi.corpus.models import Scope
from cogi.corpus.snapshot import FactDraft
from tests.api.conftest import NOW, Corpus

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=10)
OWNER = FactDraft("auth/login", "owner", "ann", functional=True)


def get(client: Client | None = None, **parameters: Any) -> Any:
    return (client or Client(raise_request_exception=False)).get("/api/v1/facts", parameters)


def values(client: Client | None = None, **parameters: Any) -> list[Any]:
    return [fact["value"] for fact in get(client, **parameters).json()["facts"]]


def record(scope: Scope, *facts: FactDraft, days: int = 1) -> None:
    record_facts(scope=scope, facts=facts, now=NOW + timedelta(days=days), provenance="review")


def test_a_fact_comes_with_its_subject_times_and_source(corpus: Corpus) -> None:
    record(corpus.guide, OWNER)
    assert get(scope="guide/1.0/en").json() == {
        "total": 1,
        "facts": [
            {
                "scope": "guide/1.0/en",
                "subject": {
                    "uid": "auth/login",
                    "title": "Logging in",
                    "url": "https://docs.example/guide/auth/login/",
                },
                "item": "",
                "predicate": "owner",
                "value": "ann",
                "object": None,
                "valid_from": None,
                "valid_to": None,
                "recorded_from": "2026-01-02T00:00:00Z",
                "recorded_to": None,
                "provenance": "review",
                "source": {
                    "uid": "auth/login",
                    "anchor": "",
                    "text": "Sessions remember a user between requests. The login function starts one.",
                },
            }
        ],
    }


def test_both_axes_choose_a_moment(corpus: Corpus) -> None:
    record(corpus.guide, OWNER)
    record(
        corpus.guide,
        FactDraft("auth/login", "owner", "bob", functional=True, valid_from=LATER),
        days=5,
    )
    before, after = (NOW + timedelta(days=9)).isoformat(), (NOW + timedelta(days=11)).isoformat()
    assert [values(valid_at=before), values(valid_at=after)] == [["ann"], ["bob"]]
    early = (NOW + timedelta(days=2)).isoformat()
    assert values(valid_at=after, known_at=early) == ["ann"]
    assert values(valid_at=after, known_at=NOW.isoformat()) == []


def test_facts_are_narrowed_and_paged_in_the_tree_s_order(corpus: Corpus) -> None:
    status = FactDraft("templates", "status", "stable", functional=True)
    seen = FactDraft("auth/login", "see", object_uid="templates")
    record(corpus.guide, status, OWNER, seen)
    assert values() == ["ann", None, "stable"]
    assert values(subject="templates") == ["stable"]
    assert values(predicate="owner") == ["ann"]
    page = get(limit=1, offset=1).json()
    assert page["total"] == 3
    assert [fact["object"]["title"] for fact in page["facts"]] == ["Templates & <tags>"]


def test_what_a_reader_may_not_see_is_not_there(corpus: Corpus) -> None:
    level = Classification.INTERNAL
    record(corpus.secrets, FactDraft("plans", "owner", "eve", classification=level))
    record(corpus.guide, FactDraft("auth/login", "owner", "mallory", functional=True, classification=level))
    assert values() == []
    insider = Client()
    insider.force_login(corpus.insider)
    assert values(insider, scope="secrets/1.0/en") == ["eve"]
    hidden, absent = get(scope="secrets/1.0/en"), get(scope="secrets/9.9/en")
    assert (hidden.status_code, absent.status_code) == (404, 404)
    assert hidden.json()["type"] == "urn:cogi:problem:unknown-scope"


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize(
    ("parameters", "location"),
    [
        ({"valid_at": "yesterday"}, "valid_at"),
        ({"known_at": "2026-01-01T00:00:00"}, "known_at"),
        ({"limit": "0"}, "limit"),
        ({"subject": "a\0"}, "subject"),
    ],
)
def test_bad_input_is_a_problem_document(parameters: dict[str, Any], location: str) -> None:
    response = get(**parameters)
    assert (response.status_code, response["Content-Type"]) == (422, "application/problem+json")
    assert [error["location"] for error in response.json()["errors"]] == [f"query.{location}"]
