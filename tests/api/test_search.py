"""GET search and suggest: exactly what retrieval returns, and clear refusals."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from cogi.corpus.perimeter import perimeter_for
from cogi.retrieval.encoding import as_json
from cogi.retrieval.searching import search
from tests.api.conftest import Corpus

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


TOO_LONG = (
    "The question has 100,000 characters; at most 2,000 can be searched. Shorten it to what you want to find."
)


def get(endpoint: str, client: Client | None = None, **parameters: Any) -> Any:
    client = client or Client(raise_request_exception=False)
    return client.get(f"/api/v1/{endpoint}", parameters)


def without_times(response: dict[str, Any]) -> dict[str, Any]:
    return {**response, "timings_ms": sorted(response["timings_ms"])}


def test_a_search_returns_exactly_the_encoded_results(corpus: Corpus) -> None:
    response = get("search", q="how do I log a user in", explain="true")
    results = search("how do I log a user in", perimeter=perimeter_for(None), explain=True)
    assert response.status_code == 200
    assert without_times(response.json()) == without_times(json.loads(json.dumps(as_json(results))))
    assert list(response.json()) == [
        "query",
        "total",
        "hits",
        "facets",
        "degraded",
        "timings_ms",
        "scope_versions",
        "corrected_query",
    ]
    assert response.json()["scope_versions"] == {"guide/1.0/en": corpus.guide.version}


def test_the_command_prints_exactly_what_the_api_returns() -> None:
    printed = StringIO()
    call_command("cogi_search", "log a user in", "--limit", "1", "--explain", "--json", stdout=printed)
    returned = get("search", q="log a user in", limit=1, explain="true").json()
    assert list(json.loads(printed.getvalue())) == list(returned)
    assert without_times(json.loads(printed.getvalue())) == without_times(returned)


def test_a_hit_is_a_page_with_its_best_passages_and_without_their_whole_text() -> None:
    hit = get("search", q="call login with the request", limit=1).json()["hits"][0]
    assert sorted(hit) == [
        "anchor",
        "breadcrumbs",
        "kind",
        "passages",
        "path",
        "scope",
        "score",
        "snippet",
        "title",
        "title_html",
        "uid",
        "url",
    ]
    assert (hit["uid"], hit["path"], hit["anchor"]) == ("auth/login", "auth/login", "how-to-log-a-user-in")
    assert hit["url"] == "https://docs.example/guide/auth/login/#how-to-log-a-user-in"
    assert sorted(hit["passages"][0]) == ["anchor", "score", "snippet", "trail", "url"]
    assert hit["passages"][0]["trail"] == ["Logging in", "How to log a user in"]


def test_titles_and_snippets_are_escaped_and_only_marked() -> None:
    hit = get("search", q="templates").json()["hits"][0]
    assert hit["title"] == "Templates & <tags>"
    assert hit["title_html"] == "<mark>Templates</mark> &amp; &lt;tags&gt;"
    assert hit["snippet"].startswith("<mark>Templates</mark> escape &lt;script&gt; &amp; other markup")


def test_a_search_keeps_to_the_scopes_pages_and_kinds_that_are_named() -> None:
    assert get("search", q="login templates", scope="guide/1.0/en").json()["total"] == 2
    below_auth = get("search", q="login templates", path="auth/").json()
    assert [hit["uid"] for hit in below_auth["hits"]] == ["auth/login"]
    assert get("search", q="login", kind="learningPath").json()["hits"] == []
    assert get("search", q="login", as_of="2025-01-01T00:00:00Z").json()["hits"] == []


def test_hits_are_paged() -> None:
    both = [hit["uid"] for hit in get("search", q="login templates").json()["hits"]]
    pages = [get("search", q="login templates", limit=1, offset=n).json() for n in range(3)]
    assert [[hit["uid"] for hit in page["hits"]] for page in pages] == [[both[0]], [both[1]], []]
    assert [page["total"] for page in pages] == [2, 2, 2]


def test_what_the_caller_may_see_decides_what_is_found(corpus: Corpus) -> None:
    insider = Client()
    insider.force_login(corpus.insider)
    found = get("search", insider, q="turquoise", scope="secrets/1.0/en").json()
    assert [hit["uid"] for hit in found["hits"]] == ["plans"]
    assert get("search", q="turquoise").json()["hits"] == []


def test_a_hidden_scope_and_an_absent_one_look_the_same() -> None:
    hidden = get("search", q="login", scope="secrets/1.0/en")
    absent = get("search", q="login", scope="nowhere/1.0/en")
    assert hidden.status_code == absent.status_code == 404
    assert hidden.content.replace(b"secrets", b"nowhere") == absent.content
    assert absent["Content-Type"] == "application/problem+json"
    assert absent.json() == {
        "type": "urn:cogi:problem:unknown-scope",
        "title": "No such scope",
        "status": 404,
        "detail": "There is no scope “nowhere/1.0/en”. "
        "GET /api/v1/scopes or `manage.py cogi_status` lists them.",
        "instance": "/api/v1/search",
    }


@pytest.mark.parametrize("path", ["search", "suggest"])
@pytest.mark.parametrize(
    ("question", "detail"),
    [
        ("", "The question is empty. Write at least one word to search for."),
        (" \x00\x07 ", "The question is empty. Write at least one word to search for."),
        ("a" * 100_000, TOO_LONG),
    ],
)
def test_a_question_that_cannot_be_searched_is_refused(path: str, question: str, detail: str) -> None:
    response = get(path, q=question)
    assert response.status_code == 422
    assert response.json() == {
        "type": "urn:cogi:problem:invalid-question",
        "title": "The question cannot be searched",
        "status": 422,
        "detail": detail,
        "instance": f"/api/v1/{path}",
    }


@pytest.mark.parametrize("noise", ["\x00", "\x1b", "%ED%A0%80", "\u202e", "\ufffd"])
def test_noise_in_a_question_does_not_keep_it_from_being_answered(noise: str) -> None:
    response = Client(raise_request_exception=False).get(f"/api/v1/search?q=login{noise}")
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("parameters", "location", "detail"),
    [
        ({}, "query.q", "Field required"),
        ({"q": "x", "limit": 0}, "query.limit", "Input should be greater than or equal to 1"),
        ({"q": "x", "limit": 101}, "query.limit", "Input should be less than or equal to 100"),
        ({"q": "x", "offset": -1}, "query.offset", "Input should be greater than or equal to 0"),
        ({"q": "x", "offset": 1001}, "query.offset", "Input should be less than or equal to 1000"),
        ({"q": "x", "scope": ["a", "b\x00"]}, "query.scope.1", "must not contain the NUL character"),
        ({"q": "x", "path": "\x00"}, "query.path", "must not contain the NUL character"),
        ({"q": "x", "as_of": "2026-01-01T00:00:00"}, "query.as_of", "Input should have timezone info"),
    ],
)
def test_a_parameter_that_cannot_be_used_is_named(
    parameters: dict[str, Any], location: str, detail: str
) -> None:
    response = get("search", **parameters)
    assert response.status_code == 422
    assert response.json() == {
        "type": "urn:cogi:problem:invalid-request",
        "title": "The request has parts that cannot be used",
        "status": 422,
        "detail": f"{location}: {detail}.",
        "instance": "/api/v1/search",
        "errors": [{"location": location, "detail": detail}],
    }


def test_responses_are_for_one_viewer_and_are_not_kept() -> None:
    response = get("search", q="login")
    assert response["Cache-Control"] == "private, no-store"
    assert "Cookie" in response["Vary"]
    assert not response.has_header("ETag")


def test_suggest_completes_the_word_being_typed() -> None:
    response = get("suggest", q="templ", limit=3)
    assert response.json() == {
        "query": "templ",
        "suggestions": [
            {
                "title": "Templates & <tags>",
                "title_html": response.json()["suggestions"][0]["title_html"],
                "url": "https://docs.example/guide/templates/",
                "uid": "templates",
                "kind": "page",
                "scope": "guide/1.0/en",
                "breadcrumbs": [],
            }
        ],
    }
