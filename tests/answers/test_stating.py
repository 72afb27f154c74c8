"""Facts are said in a sentence at the source that states them, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cogi.answers.stating import state_fact, with_facts
from cogi.answers.synthesis.extractive import ExtractiveSynthesizer
from cogi.retrieval.results import FactHit
from tests.answers.evidence import evidence

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ADDED = FactHit(
    uid="page-2#generatedfield",
    title="GeneratedField",
    item="",
    predicate="added_in",
    value="5.0",
    valid_from=None,
    valid_to=None,
    recorded_at=NOW,
    url="https://docs.example/page-2/#generatedfield",
    scope="guide/1.0/en",
)


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (ADDED, "`GeneratedField` was added in 5.0."),
        (
            replace(ADDED, item="Model.save()", predicate="deprecated_in"),
            "`Model.save()` has been deprecated since 5.0.",
        ),
        (replace(ADDED, predicate="default", value="True"), "The default of `GeneratedField` is `True`."),
        (
            replace(ADDED, predicate="default", value="True", valid_to=NOW),
            "The default of `GeneratedField` was `True`.",
        ),
        (
            replace(ADDED, title="Django 5.2", predicate="released_on", value="2025-04-02"),
            "Django 5.2 was released on 2025-04-02.",
        ),
        (replace(ADDED, predicate="colour"), ""),
    ],
)
def test_a_fact_is_a_sentence(fact: FactHit, sentence: str) -> None:
    assert state_fact(fact) == sentence


def test_a_fact_stands_at_the_passage_that_states_it() -> None:
    sources = [
        evidence(1, "GeneratedField came with 5.0."),
        evidence(2, "A field."),
        replace(evidence(3, "New in 5.0: GeneratedField."), source=replace(evidence(2, "").source, number=3)),
    ]
    stated = with_facts(sources, [ADDED, replace(ADDED, uid="other", value="4.0")])
    assert [each.facts for each in stated] == [(), (), ("`GeneratedField` was added in 5.0.",)]


def test_a_fact_of_a_page_that_is_no_source_is_not_said() -> None:
    sources = [evidence(1, "GeneratedField came with 5.0.")]
    assert with_facts(sources, [ADDED]) == sources


def test_an_extracted_answer_begins_with_the_fact() -> None:
    sources = with_facts([evidence(2, "Fields can be computed by the database.")], [ADDED])
    answer = "".join(ExtractiveSynthesizer().synthesize("When was GeneratedField added?", sources))
    assert answer.startswith("`GeneratedField` was added in 5.0. [2]")
