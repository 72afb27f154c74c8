"""GET content: a node whole, cacheable by its reader, invisible to others."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.api.conftest import Corpus

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


def get(uid: str, client: Client | None = None, **headers: str) -> Any:
    return (client or Client(raise_request_exception=False)).get(f"/api/v1/content/{uid}", headers=headers)


def test_a_page_comes_with_all_its_text_in_order(corpus: Corpus) -> None:
    assert get("auth/login").json() == {
        "uid": "auth/login",
        "kind": "page",
        "title": "Logging in",
        "url": "https://docs.example/guide/auth/login/",
        "path": "auth/login",
        "scope": "guide/1.0/en",
        "scope_version": corpus.guide.version,
        "breadcrumbs": [],
        "passages": [
            {
                "uid": "auth/login",
                "anchor": "",
                "trail": ["Logging in"],
                "text": "Sessions remember a user between requests. The login function starts one.",
            },
            {
                "uid": "auth/login#how-to-log-a-user-in",
                "anchor": "how-to-log-a-user-in",
                "trail": ["Logging in", "How to log a user in"],
                "text": "To log a user in, call login() with the request and the user:\n\n"
                "```python\nlogin(request, user)\n```",
            },
        ],
        "children": [
            {
                "title": "How to log a user in",
                "url": "https://docs.example/guide/auth/login/#how-to-log-a-user-in",
            }
        ],
    }


def test_a_section_comes_without_its_page() -> None:
    section = get("auth/login%23how-to-log-a-user-in?scope=guide/1.0/en").json()
    assert section["title"] == "How to log a user in"
    assert [passage["anchor"] for passage in section["passages"]] == ["how-to-log-a-user-in"]


def test_unchanged_content_is_not_sent_again() -> None:
    first = get("auth/login")
    assert first["Cache-Control"] == "private, no-cache"
    again = get("auth/login", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_only_those_who_may_see_content_can_read_it(corpus: Corpus) -> None:
    insider = Client()
    insider.force_login(corpus.insider)
    assert get("plans", insider).json()["passages"][0]["text"] == "The login page will be painted turquoise."
    hidden, absent = get("plans"), get("plots")
    assert hidden.content.replace(b"plans", b"plots") == absent.content
    assert absent.json() == {
        "type": "urn:cogi:problem:unknown-content",
        "title": "No such content",
        "status": 404,
        "detail": "There is no content “plots”. Take the uid from a search hit, with its scope.",
        "instance": "/api/v1/content/plots",
    }


@pytest.mark.parametrize("uid", ["%00", "plans%00"])
def test_a_uid_that_no_database_could_hold_is_refused(uid: str) -> None:
    response = get(uid)
    assert response.status_code == 422
    assert response.json()["detail"] == "path.uid: must not contain the NUL character."
