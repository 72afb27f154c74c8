from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cogi.corpus.facts import record_facts
from cogi.corpus.perimeter import perimeter_for
from cogi.corpus.snapshot import FactDraft
from cogi.retrieval.facts.dating import Dated, dated
from cogi.retrieval.searching import search
from tests.drafts import day, page, publish, scope

NOW = datetime(2026, 12, 1, 7, 30, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)


def before(year: int, month: int) -> datetime:
    """The last instant before a month."""
    return datetime(year, month, 1, tzinfo=UTC) - INSTANT


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who owns X as of May 2024?", Dated("who owns X ?", before(2024, 6))),
        ("before June 2024, who owns X", Dated("who owns X", before(2024, 6))),
        ("who owns X in 2023", Dated("who owns X", before(2024, 1))),
        ("who owned  X last month", Dated("who owned X", before(2026, 12))),
        ("who owns X this year", Dated("who owns X")),
        ("who owns X until January 2030", Dated("who owns X")),
        ("who owns  X since May 2024", Dated("who owns  X since May 2024")),
        ("the default of X in version 4.2", Dated("the default of X in version 4.2")),
    ],
)
def test_a_date_is_taken_out_and_its_last_instant_is_meant(question: str, told: Dated) -> None:
    assert dated(question, now=NOW) == told


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "owner"),
    [
        ("who owns the login page", "Bob"),
        ("who owns the login page as of May 2024?", "Ada"),
        ("who owns the login page before June 2024", "Ada"),
        ("in June 2024, who owns the login page", "Bob"),
        ("what was the owner of the login page in 2023?", "Ada"),
    ],
)
def test_a_fact_is_found_as_it_was_at_the_date_that_the_question_names(
    settings: Any, question: str, owner: str
) -> None:
    settings.COGI_ENGINE_THREADS = 0
    here = scope()
    publish(here, page("login", "How to log in.", title="Login"))
    june = datetime(2024, 6, 1, tzinfo=UTC)
    owners = [
        FactDraft("login", "owner", value="Ada", functional=True, valid_to=june),
        FactDraft("login", "owner", value="Bob", functional=True, valid_from=june),
    ]
    record_facts(scope=here, facts=owners, now=day(1), provenance="desk")
    results = search(question, perimeter=perimeter_for(None))
    assert [fact.value for fact in results.facts] == [owner]
