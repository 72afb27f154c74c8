"""Forty questions on Django's documentation, where its tree is at hand: right in first place in 95 of 100.

Runs only when COGI_DJANGO_DOCS names the docs folder of Django 5.2; it takes minutes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cogi.corpus.perimeter import perimeter_for
from cogi.retrieval.searching import search

DOCS = os.environ.get("COGI_DJANGO_DOCS", "")
QUESTIONS = json.loads(Path(__file__).with_name("django_questions.json").read_text("utf-8"))

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not DOCS, reason="COGI_DJANGO_DOCS does not name Django's docs"),
]


def test_forty_questions_on_django_are_answered_in_first_place(settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}
    call_command("cogi_ingest", "django/5.2/en", DOCS, verbosity=0)
    wrong = [
        (question, predicate, value)
        for question, predicate, value in QUESTIONS
        if _first(question) != (predicate, value)
    ]
    assert len(QUESTIONS) == 40
    assert len(wrong) <= 2, wrong


def _first(question: str) -> tuple[str, str] | None:
    facts = search(question, perimeter=perimeter_for(None)).facts
    return (facts[0].predicate, str(facts[0].value).strip("'\"")) if facts else None
