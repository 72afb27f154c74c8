from __future__ import annotations

import numpy as np
import pytest
from django.db import connection
from pytest_django import Settings

from cogi.index.analysis import analyzer
from cogi.index.documents import AnalyzedContents, analyze_contents, tsvectors
from cogi.index.fields import field_weights, in_code, pieces, token_kind, tokens
from cogi.index.lexicon import Lexicon

TEXT = "Call `login()` first:\n\n```python\nlogin(user)\n```\n\nThen greet."


def code_words(text: str) -> list[str]:
    """Return the words of ``text`` that stand in code."""
    found = [token for piece in pieces(text) for token in tokens(piece)]
    kinds = np.array([token_kind(token) for token in found], np.int64)
    inside = in_code(kinds, np.zeros(len(found), np.int64))
    return [token for token, kind, code in zip(found, kinds, inside, strict=True) if code and kind == 0]


def analyzed(
    *contents: tuple[tuple[str, ...], str], language: str = "english"
) -> tuple[AnalyzedContents, Lexicon]:
    lexicon = Lexicon(analyzer(language))
    return analyze_contents(contents, lexicon=lexicon, weights=field_weights()), lexicon


def stored(*contents: tuple[tuple[str, ...], str], language: str = "english") -> list[str]:
    """Return the tsvectors as PostgreSQL understands them."""
    result, lexicon = analyzed(*contents, language=language)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE vectors (number int, vector tsvector) ON COMMIT DROP")
        with cursor.copy("COPY vectors FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["int4", "bytea"])
            for row in enumerate(tsvectors(result, lexicon.encoded, len(contents))):
                copy.write_row(row)
        cursor.execute("SELECT vector::text FROM vectors ORDER BY number")
        return [vector for (vector,) in cursor.fetchall()]


def test_code_stands_between_fences_and_between_backticks() -> None:
    assert code_words(TEXT) == ["login", "login", "user"]


@pytest.mark.parametrize("text", ["```python\nprint()", "a ` b\nc ` d", "no code at all", ""])
def test_a_mark_without_a_partner_opens_nothing(text: str) -> None:
    assert code_words(text) == []


def test_backticks_inside_a_fence_and_tildes_change_nothing() -> None:
    assert code_words("~~~\necho `date`\nls\n~~~\nafter") == ["echo", "date", "ls"]
    assert code_words("one `two` three `four") == ["two"]


def test_frequencies_are_weighted_by_field(settings: Settings) -> None:
    settings.COGI_FIELD_WEIGHTS = {"title": 4.0, "headings": 3.0, "code": 2.0, "body": 1.0}
    result, lexicon = analyzed((("Login", "login"), TEXT))
    units = dict(zip([lexicon.lexemes[i] for i in result.lexemes], result.units.tolist(), strict=True))
    assert units["login"] == (4 + 3 + 2 + 2) * 4
    assert units["greet"] == 4


@pytest.mark.django_db
def test_positions_carry_the_field_and_leave_a_gap_after_titles() -> None:
    assert stored((("Cats", "Food"), "dogs eat `fish`"), ((), "the dogs")) == [
        "'cat':1A 'dog':23 'eat':24 'fish':25C 'food':12B",
        "'dog':2",
    ]


@pytest.mark.django_db
def test_quotes_and_backslashes_in_lexemes_are_safe_in_a_tsvector() -> None:
    [vector] = stored(((), "l'homme C:\\temp"), language="simple")
    assert "'homme':2" in vector
    assert "'temp'" in vector


@pytest.mark.django_db
def test_a_word_said_a_thousand_times_fits_a_tsvector() -> None:
    many = ((), "word " * 20_000)
    result, _ = analyzed(many, language="simple")
    assert result.units.tolist() == [20_000 * 4]
    [vector] = stored(many, language="simple")
    assert vector.count(",") == 254


@pytest.mark.django_db
def test_contents_without_words_give_an_empty_vector() -> None:
    assert stored(((), ""), ((), "word"), ((), "…")) == ["", "'word':1", ""]


def test_nothing_is_analysed_to_nothing() -> None:
    result, _ = analyzed()
    assert result.units.size == result.places.size == 0
