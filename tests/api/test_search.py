"""GET search and suggest: exactly what retrieval returns, and clear refusals."""

from __future__ import annotations

import json
import time
from io import StringIO
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.core.management import call_command
from django.test import Client

from cogi.corpus.perimeter import perimeter_for
from cogi.retrieval.encoding import as_json
from cogi.retrieval.searching import search
from tests.api.conftest import Corpus

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


# The bar is 250 ms; the tests' machine is shared with others.
PATIENCE_SECONDS = 1.0
TOO_LONG = (
    "The question has 100,000 characters; at most 2,000 can be searched. Shorten it to what you want to find."
)


def get(endpoint: str, client: Client | None = None, **parameters: Any) -> Any:
    client = client or Client(raise_request_exception=False)
    return client.get(f"/api/v1/{endpoint}", parameters)


def without_times(response: dict[str, Any]) -> dict[str, Any]:
    """Return ``response`` without what differs between a search and its repetition."""
    return {**response, "timings_ms": {}, "cached": True}


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
        "filters",
        "cached",
        "question_class",
        "facts",
        "anchors",
        "times",
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
    assert get("search", q="login", path_prefix="auth/").json()["total"] == 1
    assert get("search", q="login", kind="learningPath").json()["hits"] == []
    assert get("search", q="login", as_of="2025-01-01T00:00:00Z").json()["hits"] == []


@pytest.mark.parametrize(
    ("parameters", "uids"),
    [
        ({"kind": "page"}, {"auth/login", "templates"}),
        ({"kind": ["page", "operation"]}, {"auth/login", "templates"}),
        ({"path_prefix": "auth"}, {"auth/login"}),
        ({"path_prefix": "aut"}, set()),
        ({"language": "en"}, {"auth/login", "templates"}),
        ({"language": "ja"}, set()),
        ({"section": "auth"}, set()),
        ({"metadata": "tags:beginner"}, {"templates"}),
        ({"metadata": ["tags:beginner", "Status: stable"]}, {"templates"}),
        ({"metadata": ["tags:beginner", "tags:expert"]}, set()),
    ],
)
def test_filters_are_parameters_too(parameters: dict[str, Any], uids: set[str]) -> None:
    found = get("search", q="login templates", **parameters).json()
    assert {hit["uid"] for hit in found["hits"]} == uids
    assert (found["total"], found["filters"]) == (len(uids), [])


def test_the_question_itself_may_filter_and_exclude() -> None:
    found = get("search", q='login templates tags:beginner -session "marked safe"').json()
    assert [hit["uid"] for hit in found["hits"]] == ["templates"]
    assert found["filters"] == [
        {
            "field": "tags",
            "value": "beginner",
            "excluded": False,
            "without": 'login templates -session "marked safe"',
        },
        {
            "field": "",
            "value": "session",
            "excluded": True,
            "without": 'login templates tags:beginner "marked safe"',
        },
    ]
    assert "<mark>marked safe</mark>" in found["hits"][0]["snippet"]


def test_facets_count_what_matches() -> None:
    facets = get("search", q="login templates").json()["facets"]
    assert facets == {
        "kind": [{"value": "page", "count": 2}],
        "scope": [{"value": "guide/1.0/en", "count": 2}],
        "section": [],
        "language": [{"value": "en", "count": 2}],
        "tags": [{"value": "beginner", "count": 1}],
        "status": [{"value": "stable", "count": 1}],
    }


def test_a_kind_that_no_hit_has_is_refused_with_those_that_there_are() -> None:
    detail = get("search", q="x", kind="section").json()["errors"][0]["detail"]
    assert detail == (
        "Input should be 'page', 'file', 'operation', 'learningPath', 'module', 'unit', 'skill', 'role' or "
        "'product'"
    )


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
        ({"q": "x", "path_prefix": "\x00"}, "query.path_prefix", "must not contain the NUL character"),
        ({"q": "x", "section": "\x00"}, "query.section.0", "must not contain the NUL character"),
        ({"q": "x", "language": "\x00"}, "query.language.0", "must not contain the NUL character"),
        ({"q": "x", "metadata": "a:\x00"}, "query.metadata.0", "must not contain the NUL character"),
        ({"q": "x", "metadata": "tags"}, "query.metadata.0", "must be a key and a value, such as tags:orm"),
        ({"q": "x", "metadata": ": orm"}, "query.metadata.0", "must be a key and a value, such as tags:orm"),
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


HOSTILE_QUESTIONS = [
    "the of and",
    "???",
    "\U0001f600 \U0001f600",
    '"',
    '"unbalanced login',
    "“„«",
    '""',
    "-",
    "-login",
    "--",
    "kind:",
    "kind:page",
    'path:"',
    "scope:nowhere/1/en",
    "std::vector<int>",
    "http://localhost:8000/?a=b",
    "' OR 1=1 --",
    "& | ! <-> :* ()",
    "login:* & !x",
    "\\",
    "%_",
    "a" * 2000,
    "a " * 1000,
    '"a ' * 666,
    '-"a" ' * 400,
    "tags:x " * 285,
    "「" * 2000,
    "認証" * 1000,
    "login\u0000\u200b\u202e\ufeff",
    "\u0301" * 2000,
]


@pytest.mark.parametrize("path", ["search", "suggest"])
@pytest.mark.parametrize("question", HOSTILE_QUESTIONS, ids=range(len(HOSTILE_QUESTIONS)))
def test_whatever_is_typed_is_answered_and_soon(path: str, question: str) -> None:
    began = time.perf_counter()
    response = get(path, q=question)
    assert response.status_code == 200
    assert time.perf_counter() - began < PATIENCE_SECONDS


@pytest.mark.parametrize("path", ["search", "suggest"])
@pytest.mark.parametrize("question", ["a" * 100_000, "word " * 10_000, '"' * 100_000, "kind:page " * 10_000])
def test_a_question_that_is_too_long_is_refused_at_once(path: str, question: str) -> None:
    began = time.perf_counter()
    assert get(path, q=question).status_code == 422
    assert time.perf_counter() - began < PATIENCE_SECONDS


def test_a_long_question_gets_through_the_server_and_back(server: str) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{server}/api/v1/search?q={'word+' * 20_000}", timeout=10)  # noqa: S310 - our own server
    with refused.value as response:
        assert (response.code, json.load(response)["detail"]) == (422, TOO_LONG)


@pytest.mark.parametrize("question", ["the of and", "???", '"', "scope:nowhere/1/en login"])
def test_a_question_without_a_word_that_could_be_found_finds_nothing(question: str) -> None:
    found = get("search", q=question).json()
    assert (found["hits"], found["total"]) == ([], 0)


def test_lone_surrogates_in_an_address_are_answered() -> None:
    response = Client(raise_request_exception=False).get("/api/v1/search?q=login%ED%A0%80%22")
    assert response.status_code == 200
    assert response.json()["total"] == 1


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
