from __future__ import annotations

from cogi.corpus.classification import Classification
from cogi.corpus.snapshot import FactDraft
from cogi.ingest.documents import Section, StatedFact
from cogi.ingest.stating import state_facts


def state(*facts: StatedFact) -> list[FactDraft]:
    section = Section("S", "s", facts=list(facts))
    return list(state_facts(section, subject_uid="p#s", classification=Classification.INTERNAL))


def fact(predicate: str, value: str, *, functional: bool) -> FactDraft:
    return FactDraft(
        "p#s", predicate, value=value, functional=functional, classification=Classification.INTERNAL
    )


def test_a_version_stated_once_is_functional_and_a_change_is_not() -> None:
    assert state(StatedFact("added_in", "5.1"), StatedFact("changed_in", "5.2", "More.")) == [
        fact("added_in", "5.1", functional=True),
        fact("changed_in", "5.2", functional=False),
    ]


def test_several_versions_exclude_none_of_one_another() -> None:
    assert state(StatedFact("added_in", "5.1"), StatedFact("added_in", "5.2")) == [
        fact("added_in", "5.1", functional=False),
        fact("added_in", "5.2", functional=False),
    ]


def test_the_same_statement_is_one_fact() -> None:
    assert state(StatedFact("added_in", "5.1", "a"), StatedFact("added_in", "5.1", "b")) == [
        fact("added_in", "5.1", functional=True)
    ]
