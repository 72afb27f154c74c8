from __future__ import annotations

from cogi.corpus.classification import Classification, Span
from cogi.corpus.snapshot import FactDraft, PassageDraft
from cogi.ingest.documents import Block, Section, StatedFact
from cogi.ingest.facts.defaults import Defaults
from cogi.ingest.stating import state_facts, stated_facts


def state(*facts: StatedFact) -> list[FactDraft]:
    return list(state_facts(facts, subject_uid="p#s", classification=Classification.INTERNAL))


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


def test_a_fact_names_the_passage_that_holds_its_words() -> None:
    passages = [
        PassageDraft("s", ("S",), text) for text in ("Intro.", "Default:\n  `5`", "Added in version 5.1")
    ]
    facts = [
        StatedFact("default", "5", words="Default: `5`"),
        StatedFact("added_in", "5.1"),
        StatedFact("owner", "ann"),
    ]
    drafts = state_facts(facts, subject_uid="p#s", classification=Classification.PUBLIC, passages=passages)
    assert [(draft.predicate, draft.passage) for draft in drafts] == [
        ("default", 1),
        ("added_in", 2),
        ("owner", 0),
    ]


def test_values_of_different_items_do_not_exclude_one_another() -> None:
    assert [draft.functional for draft in state(*(StatedFact("default", n, item=n) for n in "ab"))] == [
        True,
        True,
    ]


def test_extractors_see_no_classified_text() -> None:
    secret = Block("paragraph", "Default: `5`", spans=(Span(0, 3, Classification.INTERNAL),))
    public = Section("S", "s", kind="symbol", blocks=[Block("paragraph", "Default: `5`")])
    extractors = [Defaults()]
    assert len(stated_facts(public, trail=["S"], extractors=extractors)) == 1
    assert stated_facts(Section("S", "s", blocks=[secret]), trail=["S"], extractors=extractors) == []
