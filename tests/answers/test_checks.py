from __future__ import annotations

from django.core.checks import run_checks
from pytest_django import Settings


def found() -> list[tuple[str | None, str]]:
    return [(each.id, each.msg) for each in run_checks(tags=["cogi_answers"])]


def test_the_defaults_pass() -> None:
    assert found() == []


def test_a_wrong_type_is_reported(settings: Settings) -> None:
    settings.COGI_ANSWER_SOURCES = "six"
    assert found() == [("cogi_answers.E001", "COGI_ANSWER_SOURCES must be int, not str.")]


def test_values_that_cannot_work_are_reported(settings: Settings) -> None:
    settings.COGI_UNSUPPORTED_SENTENCES = "hide"
    settings.COGI_ANSWER_SOURCES = 0
    assert found() == [
        ("cogi_answers.E002", "COGI_UNSUPPORTED_SENTENCES must be 'mark' or 'drop', not 'hide'."),
        ("cogi_answers.E003", "COGI_ANSWER_SOURCES must be at least 1."),
    ]
