from __future__ import annotations

import pytest
from django.db import connection
from pytest_django import Settings

from cogi.index.analysis import analyzer
from cogi.index.documents import analyze_content
from cogi.index.fields import field_weights, fields

TEXT = "Call `login()` first:\n\n```python\nlogin(user)\n```\n\nThen greet."


def test_a_content_splits_into_title_headings_code_and_body() -> None:
    assert list(fields(("Auth", "Log in"), TEXT)) == [
        ("title", "Auth"),
        ("headings", "Log in"),
        ("body", "Call "),
        ("code", "login()"),
        ("body", " first:\n\n"),
        ("code", "login(user)\n"),
        ("body", "\n\nThen greet."),
    ]


def test_an_unclosed_fence_is_body() -> None:
    assert list(fields((), "```python\nprint()")) == [("body", "```python\nprint()")]


def test_frequencies_are_weighted_by_field(settings: Settings) -> None:
    settings.COGI_FIELD_WEIGHTS = {"title": 4.0, "headings": 3.0, "code": 2.0, "body": 1.0}
    content = analyze_content(analyzer("english"), ("Login", "login"), TEXT, field_weights())
    assert content.frequencies["login"] == pytest.approx(4 + 3 + 2 + 2)
    assert content.length == pytest.approx(sum(content.frequencies.values()))


def test_positions_carry_the_field_and_leave_a_gap_after_titles() -> None:
    content = analyze_content(analyzer("english"), ("Cats",), "dogs", field_weights())
    assert content.tsvector() == "'cat':1A 'dog':12D"


def test_quotes_and_backslashes_in_lexemes_are_safe_in_a_tsvector() -> None:
    content = analyze_content(analyzer("simple"), (), "l'homme", field_weights())
    assert content.tsvector() == "'l''homme':1D 'l':1D 'homme':2D"


@pytest.mark.django_db
def test_a_word_said_a_thousand_times_fits_a_tsvector() -> None:
    content = analyze_content(analyzer("simple"), (), "word " * 20_000, field_weights())
    assert content.frequencies["word"] == 20_000
    with connection.cursor() as cursor:
        cursor.execute("SELECT length(%s::tsvector)", [content.tsvector()])
        assert cursor.fetchone() == (1,)
