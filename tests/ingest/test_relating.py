from __future__ import annotations

from typing import Any

from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from cogi.ingest.placement import Place
from cogi.ingest.relating import stated_edges


def node(uid: str, title: str, **metadata: Any) -> NodeDraft:
    return NodeDraft(uid, NodeKind.PAGE, title, metadata=metadata)


def test_what_a_fact_says_replaced_its_subject_supersedes_it() -> None:
    nodes = [node("old", "url()"), node("new", "path()")]
    facts = [FactDraft("old", "replaced_by", "path"), FactDraft("old", "added_in", "1.0")]
    assert list(stated_edges(nodes, facts, [])) == [EdgeDraft("old", "new", EdgeLabel.SUPERSEDED_BY)]


def test_front_matter_names_places_by_uid_or_title() -> None:
    nodes = [
        node("a", "Basics"),
        node("b", "Training", prerequisites=["Basics"], **{"superseded-by": "c"}),
        node("c", "New training", teaches="Basics"),
    ]
    assert list(stated_edges(nodes, [], [])) == [
        EdgeDraft("b", "a", EdgeLabel.DEPENDS_ON),
        EdgeDraft("b", "c", EdgeLabel.SUPERSEDED_BY),
        EdgeDraft("c", "a", EdgeLabel.TEACHES_SKILL),
    ]


def test_modules_depend_on_those_that_their_prerequisites_quote() -> None:
    nodes = [node("group:one", "Module one"), node("group:two", "Module two")]
    places = [
        Place("group:one", "Module one"),
        Place("group:two", "Module two", prerequisites='Completion of "Module one" is recommended.'),
    ]
    assert list(stated_edges(nodes, [], places)) == [
        EdgeDraft("group:two", "group:one", EdgeLabel.DEPENDS_ON)
    ]


def test_a_name_of_several_places_or_of_none_makes_no_edge() -> None:
    nodes = [
        node("a", "Summary"),
        node("b", "Summary"),
        node("c", "More", requires=["Summary", "The moon", "More"]),
    ]
    assert list(stated_edges(nodes, [], [])) == []
