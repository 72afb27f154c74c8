from __future__ import annotations

import pytest
from pytest_django import Settings

from cogi.ingest.checks import check_ingest

HINT = "Maps a format's name to {'BACKEND': dotted path of a Parser, 'OPTIONS': {…}}."


def messages() -> list[tuple[str | None, str]]:
    return [(error.id, error.msg) for error in check_ingest()]


def test_the_defaults_pass(settings: Settings) -> None:
    del settings.COGI_PARSERS

    assert messages() == []


@pytest.mark.parametrize(
    ("configured", "problem"),
    [
        ("tests.ingest.plain.PlainParser", "has no BACKEND"),
        ({"OPTIONS": {}}, "has no BACKEND"),
        ({"BACKEND": "no.such.Parser"}, "cannot be imported (No module named 'no')"),
        ({"BACKEND": "pathlib.Path"}, "is not a subclass of cogi.ingest.parsers.base.Parser"),
        (
            {"BACKEND": "tests.ingest.plain.PlainParser", "OPTIONS": {"colour": "red"}},
            "refuses its OPTIONS (PlainParser.__init__() got an unexpected keyword argument 'colour')",
        ),
    ],
)
def test_a_format_that_cannot_be_read_is_found_at_start(
    settings: Settings, configured: object, problem: str
) -> None:
    settings.COGI_PARSERS = {"x": configured}

    (error,) = check_ingest()

    assert (error.id, error.msg, error.hint) == ("cogi_ingest.E002", f"COGI_PARSERS['x'] {problem}.", HINT)


def test_a_setting_of_the_wrong_type_is_named(settings: Settings) -> None:
    settings.COGI_INGEST_PROCESSES = "two"

    assert messages() == [("cogi_ingest.E001", "COGI_INGEST_PROCESSES must be int, not str.")]


@pytest.mark.parametrize("words", [0, 221])
def test_passage_sizes_must_make_sense(settings: Settings, words: int) -> None:
    settings.COGI_INGEST_PASSAGE_WORDS = words

    assert messages() == [
        (
            "cogi_ingest.E003",
            "COGI_INGEST_PASSAGE_WORDS must be at least 1 and at most COGI_INGEST_PASSAGE_MAX_WORDS.",
        )
    ]


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("no.such", "cannot be imported (No module named 'no')"),
        ("cogi.ingest.documents.Page", "is not a subclass of cogi.ingest.facts.FactExtractor"),
    ],
)
def test_an_extractor_that_cannot_be_used_is_reported(settings: Settings, path: str, problem: str) -> None:
    settings.COGI_FACT_EXTRACTORS = [path]
    (error,) = check_ingest()
    assert (error.id, error.msg) == ("cogi_ingest.E004", f"COGI_FACT_EXTRACTORS: {path!r} {problem}.")
