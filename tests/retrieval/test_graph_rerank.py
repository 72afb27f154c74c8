from __future__ import annotations

from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.perimeter import perimeter_for
from cogi.corpus.snapshot import EdgeDraft
from cogi.corpus.vocabulary import EdgeLabel
from cogi.retrieval.results import Results
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

PAGES = [page(uid, "Apples and pears grow here.", title=f"Orchard {uid}") for uid in "abcd"]
CONTEXT = page("reading", "What I read.", title="Reading")
EDGES = [EdgeDraft("reading", "d", EdgeLabel.DEPENDS_ON), EdgeDraft("c", "d", EdgeLabel.XREF)]


@pytest.fixture(autouse=True)
def orchards(settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_SIGNALS = {}
    publish(scope(), *PAGES, CONTEXT, edges=EDGES)


def find(context_uid: str | None = None) -> Results:
    return search("apples", perimeter=perimeter_for(None), explain=True, context_uid=context_uid)


def uids(results: Results) -> list[str]:
    return [hit.uid for hit in results.hits]


def test_pages_near_the_one_that_is_read_move_up() -> None:
    assert uids(find()) == ["a", "b", "c", "d"]
    assert uids(find("reading"))[:2] == ["d", "c"]


def test_the_explanation_gives_the_prior() -> None:
    first = find("reading").hits[0]
    assert (first.explanation or {})["graph_prior"] == 1.0


@pytest.mark.parametrize("context", ["nowhere", "a", "\0"])
def test_a_context_that_is_unknown_or_unconnected_changes_nothing(context: str) -> None:
    plain, near = find(), find(context)
    assert [(hit.uid, hit.score) for hit in near.hits] == [(hit.uid, hit.score) for hit in plain.hits]


def test_the_prior_can_be_left_out(settings: Any) -> None:
    settings.COGI_GRAPH_PRIOR = 0
    assert uids(find("reading")) == ["a", "b", "c", "d"]


def test_hidden_pages_lead_nowhere() -> None:
    hidden = page("reading", "What I read.", title="Reading", level=Classification.INTERNAL)
    publish(scope(), *PAGES, hidden, edges=EDGES, at=1)
    assert uids(find("reading")) == ["a", "b", "c", "d"]


def ask(question: str) -> Results:
    return search(question, perimeter=perimeter_for(None), explain=True)


def priors(results: Results) -> dict[str, float]:
    return {hit.uid: (hit.explanation or {}).get("graph_prior", 0.0) for hit in results.hits}


def test_pages_near_one_that_the_question_names_move_up_below_that_one() -> None:
    orchard = page("orchard", "Apples.", title="Orchards")
    publish(scope(), *PAGES, orchard, edges=[EdgeDraft("orchard", "c", EdgeLabel.XREF)], at=1)
    results = ask("orchards")
    assert [anchor.uid for anchor in results.anchors] == ["orchard"]
    found = priors(results)
    assert found["orchard"] == 1.0
    assert 0 < found["c"] < 1
    assert found["a"] == 0


def test_what_a_relation_is_asked_of_is_no_answer() -> None:
    edges = [EdgeDraft("b", "a", EdgeLabel.DEPENDS_ON)]
    publish(scope(), *PAGES, edges=edges, at=1)
    found = priors(ask("what depends on Orchard a"))
    assert found == {"b": 1.0} | dict.fromkeys(set(found) - {"b"}, 0.0)


def test_without_edges_a_name_moves_nothing() -> None:
    publish(scope(), *PAGES, at=1)
    results = ask("orchard c")
    assert [anchor.uid for anchor in results.anchors] == ["c"]
    assert not any("graph_prior" in (hit.explanation or {}) for hit in results.hits)
