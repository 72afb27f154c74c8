"""Tests of the pages as the server sends them, which is all that a reader without scripts gets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from tests.portal.corpus import HOSTILE
from tests.portal.signing_in import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


def text_of(response: Any) -> str:
    """The words of a response without its markup, white space folded."""
    body = re.sub(r"<(script|style|noscript|svg)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body)).strip()


def test_the_page_invites_to_search_what_the_visitor_may_see() -> None:
    response = Client().get("/")

    assert response.status_code == 200
    assert "Guide 1.0 guide/1.0/en Notes 1.0 notes/1.0/en" in text_of(response)
    assert "plans/1.0/en" not in response.content.decode()


def test_a_signed_in_visitor_sees_the_scopes_that_are_granted() -> None:
    assert "Plans 1.0 plans/1.0/en" in text_of(signed_in("editor").get("/"))


def test_without_scripts_a_search_shows_pages_with_their_passages() -> None:
    response = Client().get("/", {"q": "log a user in"})
    html = response.content.decode()

    assert 'data-view="results"' in html
    assert 'href="https://docs.example/guide/auth/login/#how-to-log-a-user-in"' in html
    assert "<mark>log</mark>" in html
    assert re.search(r"\d+ pages in \d+ ms", text_of(response))


def test_without_scripts_counts_by_scope_narrow_the_search() -> None:
    html = Client().get("/", {"q": "log in"}).content.decode()

    assert 'href="?q=log+in&amp;scope=notes%2F1.0%2Fen"' in html
    assert "<span>Notes 1.0</span> <small>1</small>" in html


def test_without_scripts_facets_add_filters_and_chips_take_them_back() -> None:
    html = Client().get("/", {"q": "log in section:auth -almanac", "scope": "guide/1.0/en"}).content.decode()

    assert 'aria-label="Remove: Section: auth" href="?q=log+in+-almanac&amp;scope=guide%2F1.0%2Fen"' in html
    assert 'aria-label="Remove: Without almanac"' in html


def test_markup_in_a_filter_stays_text() -> None:
    html = Client().get("/", {"q": f"log in section:「{HOSTILE}」"}).content.decode()

    assert HOSTILE not in html
    assert "Remove: Section: &lt;img src=x onerror=" in html


def test_markup_in_a_document_stays_text() -> None:
    html = Client().get("/", {"q": "templates escape markup"}).content.decode()

    assert HOSTILE not in html
    assert "&lt;img src=x onerror=" in html
    assert "<script>window" not in html


def test_markup_in_a_question_stays_text() -> None:
    html = Client().get("/", {"q": f'"{HOSTILE}'}).content.decode()

    assert HOSTILE not in html
    assert "<script>window" not in html


def test_the_following_pages_are_a_link() -> None:
    first = Client().get("/", {"q": "almanac"})
    following = re.search(r'class="more" href="([^"]+)"', first.content.decode())

    assert following is not None
    assert following[1] == "?q=almanac&amp;offset=10"
    second = Client().get("/", {"q": "almanac", "offset": "10"})
    assert second.content.decode().count('class="hit-page"') == 2
    assert 'class="more"' not in second.content.decode()


def test_nothing_found_says_what_to_try() -> None:
    response = Client().get("/", {"q": "zyxwvut", "scope": "guide/1.0/en"})

    assert "Nothing matches “zyxwvut”" in text_of(response)
    assert 'href="?q=zyxwvut"' in response.content.decode()


@pytest.mark.parametrize(
    ("parameters", "status", "title"),
    [
        ({"q": "login", "scope": "nope/1/en"}, 404, "No such scope"),
        ({"q": "login", "scope": "plans/1.0/en"}, 404, "No such scope"),
        ({"q": "x" * 100_000}, 422, "The question cannot be searched"),
    ],
)
def test_what_cannot_be_searched_is_explained(parameters: dict[str, str], status: int, title: str) -> None:
    response = Client().get("/", parameters)

    assert response.status_code == status
    assert title in text_of(response)


def test_an_answer_needs_scripts_and_says_so() -> None:
    html = Client().get("/", {"q": "log a user in", "ask": "1"}).content.decode()

    assert 'data-view="answer"' in html
    assert (
        '<noscript><p class="notice">Answers need JavaScript. These are the pages that match.</p></noscript>'
        in html
    )
    assert 'class="hit-page"' in html


def test_the_page_is_kept_by_no_cache_and_loads_nothing_foreign() -> None:
    response = Client().get("/")

    assert response["Cache-Control"] == "private, no-store"
    assert "Cookie" in response["Vary"]
    assert "script-src 'self';" in response["Content-Security-Policy"]
    assert not re.search(r"<script>|\son\w+=|\sstyle=|<style", response.content.decode())


def test_pages_without_an_icon_get_the_portals() -> None:
    assert Client().get("/favicon.ico")["Location"] == "/static/cogi/portal/logo.svg"


def test_only_reading_is_allowed() -> None:
    assert Client().post("/").status_code == 405


def test_signing_in_leads_back_to_the_search() -> None:
    html = Client().get("/", {"q": "a b"}).content.decode()

    assert 'href="/login/?next=%2F%3Fq%3Da%2Bb"' in html
    User.objects.create_user("reader", password="open sesame")
    signed = Client().post("/login/", {"username": "reader", "password": "open sesame", "next": "/?q=a+b"})
    assert (signed.status_code, signed["Location"]) == (302, "/?q=a+b")


def test_a_wrong_password_is_told_under_the_same_policy() -> None:
    response = Client().post(
        "/login/", {"username": "reader", "password": "x", "next": "https://evil.example/"}
    )

    assert "Please enter a correct username and password." in text_of(response)
    assert "script-src 'self';" in response["Content-Security-Policy"]


def test_a_project_with_its_own_sign_in_keeps_it(settings: Settings) -> None:
    settings.LOGIN_URL = "/sso/"

    assert 'href="/sso/?next=%2F"' in Client().get("/").content.decode()


def test_signing_out_leads_to_the_search() -> None:
    response = signed_in("editor").post("/logout/")

    assert (response.status_code, response["Location"]) == (302, "/")


def test_staff_reach_the_admin_and_can_sign_out() -> None:
    html = signed_in("editor").get("/").content.decode()

    assert 'href="/admin/"' in html
    assert 'action="/logout/"' in html


def test_a_page_without_a_site_of_its_own_is_read_here() -> None:
    found = Client().get("/", {"q": "install the portal", "scope": "notes/1.0/en"}).content.decode()
    assert 'href="/docs/notes/1.0/en/start/' in found

    response = Client().get("/docs/notes/1.0/en/start/")
    html = response.content.decode()
    assert "<h1>Starting out</h1>" in html
    assert '<h2 id="install"><a href="#install">Install</a></h2>' in html
    assert "<code>make run</code>" in html
    assert "<td>1</td>" in html


def test_the_reader_escapes_what_documents_hold() -> None:
    html = Client().get("/docs/guide/1.0/en/hostile/").content.decode()

    assert HOSTILE not in html
    assert "&lt;script&gt;window.hacked = 1&lt;/script&gt;" in html


@pytest.mark.parametrize(
    "path", ["/docs/notes/1.0/en/absent/", "/docs/absent/1.0/en/start/", "/docs/notes/1.0/en/"]
)
def test_an_absent_page_is_not_found(path: str) -> None:
    response = Client().get(path)

    assert response.status_code == 404
    assert "There is no such page" in text_of(response)


def test_a_hidden_page_looks_like_an_absent_one() -> None:
    hidden = Client().get("/docs/plans/1.0/en/launch/")
    absent = Client().get("/docs/plums/1.0/en/launch/")

    assert hidden.status_code == absent.status_code == 404
    assert hidden.content.replace(b"plans", b"plums") == absent.content


def test_the_reader_shows_each_viewer_their_own_rendition() -> None:
    masked = signed_in("editor").get("/docs/plans/1.0/en/launch/")
    whole = signed_in("keeper").get("/docs/plans/1.0/en/launch/")

    assert "The code name is ••••." in text_of(masked)
    assert "The code name is Turquoise." in text_of(whole)
    assert signed_in("editor").get("/docs/plans/1.0/en/merger/").status_code == 404
