"""Questions of time and state over a small tree: what is found, when, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.facts import record_facts
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.corpus.snapshot import FactDraft
from cogi.retrieval.encoding import as_json
from cogi.retrieval.results import Results
from cogi.retrieval.searching import search
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db

SETTINGS = page("settings", "All settings.")
DEBUG = section(SETTINGS, "debug", "Default: `False`. Shows tracebacks.", title="DEBUG")
TIMEOUT = section(SETTINGS, "timeout", "Seconds to wait.", title="TIMEOUT")
TOPIC = page("topic", "About debugging.", "The `trace()` helper writes a log.", title="Debugging")


def fact(subject: str, predicate: str, value: str, **fields: Any) -> FactDraft:
    return FactDraft(subject, predicate, value, functional=True, **fields)


FACTS = [
    fact("settings#debug", "default", "False"),
    fact("settings#debug", "added_in", "1.0"),
    fact("settings#timeout", "default", "30"),
    fact("topic", "added_in", "2.1", item="trace", passage=1),
    fact("topic", "owner", "the docs team"),
]


@pytest.fixture(autouse=True)
def in_turn(settings: Any) -> None:
    """Engines run in the caller, whose transaction holds the test's data."""
    settings.COGI_ENGINE_THREADS = 0


@pytest.fixture
def guide() -> Scope:
    here = scope("guide/2.0/en")
    publish(here, SETTINGS, DEBUG, TIMEOUT, TOPIC, facts=FACTS)
    return here


def find(question: str, **options: Any) -> Results:
    return search(question, perimeter=options.pop("perimeter", perimeter_for(None)), **options)


def first(results: Results) -> tuple[str, str, Any]:
    return results.facts[0].uid, results.facts[0].predicate, results.facts[0].value


@pytest.mark.usefixtures("guide")
@pytest.mark.parametrize(
    ("question", "answer", "anchor"),
    [
        ("What is the default of DEBUG?", ("settings#debug", "default", "False"), "debug"),
        ("When was the DEBUG setting added?", ("settings#debug", "added_in", "1.0"), "debug"),
        ("What does TIMEOUT default to?", ("settings#timeout", "default", "30"), "timeout"),
        ("When was trace() introduced?", ("topic", "added_in", "2.1"), ""),
        ("Who owns the debugging topic?", ("topic", "owner", "the docs team"), ""),
    ],
)
def test_a_question_of_time_or_state_finds_its_fact_and_the_passage_that_states_it(
    question: str, answer: tuple[str, str, Any], anchor: str
) -> None:
    found = find(question, explain=True)
    assert first(found) == answer
    hit = found.hits[0]
    assert (hit.uid, hit.anchor) == (answer[0].partition("#")[0], anchor)
    assert hit.explanation is not None
    assert hit.explanation["facts"][0]["value"] == answer[2]


@pytest.mark.usefixtures("guide")
def test_the_hit_shows_the_passage_that_states_the_fact() -> None:
    assert find("When was trace introduced?").hits[0].passages[0].text == "The `trace()` helper writes a log."


@pytest.mark.usefixtures("guide")
def test_other_questions_get_no_facts_and_do_not_ask_for_any() -> None:
    found = find("debug tracebacks")
    assert found.facts == []
    assert "episodic" not in found.timings_ms


def test_the_past_is_read_as_it_was(guide: Scope) -> None:
    changed = [fact("settings#debug", "default", "True"), *FACTS[1:]]
    publish(guide, SETTINGS, DEBUG, TIMEOUT, TOPIC, at=10, facts=changed)
    question = "What is the default of DEBUG?"
    assert first(find(question))[2] == "True"
    assert first(find(question, as_of=day(5)))[2] == "False"


def test_another_version_is_asked_what_it_says(guide: Scope) -> None:
    old = scope("guide/1.0/en")
    publish(old, SETTINGS, DEBUG, facts=[fact("settings#debug", "default", "None")])
    assert first(find("What did 1.0 say the default of DEBUG was?"))[2] == "None"
    assert first(find("What is the default of DEBUG?"))[2] == "False"
    assert first(find("What is the default of DEBUG in 9.9?"))[2] == "False"
    assert guide.is_default


def test_a_hidden_fact_is_seen_by_those_who_may_and_changes_nothing_for_others(guide: Scope) -> None:
    question = "Who owns Debugging?"
    before = as_json(find(question))["facts"]
    hidden = fact("topic", "owner", "mallory", classification=Classification.CONFIDENTIAL)
    record_facts(scope=guide, facts=[hidden], now=day(3), provenance="review")
    assert as_json(find(question))["facts"] == before
    cleared = Perimeter.of({guide.pk: Classification.CONFIDENTIAL})
    assert [each.value for each in find(question, perimeter=cleared).facts] == ["mallory"]


def test_the_source_in_place_of_one_that_the_reader_may_not_see(guide: Scope) -> None:
    secret = section(TOPIC, "plan", "The plan.", title="Plan", level=Classification.INTERNAL)
    level = Classification.INTERNAL
    stated = [*FACTS, fact("topic#plan", "status", "beta", classification=level)]
    publish(guide, SETTINGS, DEBUG, TIMEOUT, TOPIC, secret, at=4, facts=stated)
    question = "What is the status of the plan?"
    assert find(question).facts == []
    assert first(find(question, perimeter=Perimeter.of({guide.pk: level}))) == (
        "topic#plan",
        "status",
        "beta",
    )
