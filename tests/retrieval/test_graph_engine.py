from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.corpus.snapshot import EdgeDraft, NodeDraft
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from cogi.retrieval.results import Hit
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db

ROUTERS = page("api/routers", "They map addresses.", title="Routers")
VIEWSETS = page("api/viewsets", "They group views.", title="ViewSets")
LINKING = section(VIEWSETS, "registering", "Each is registered once.")
GROUP = NodeDraft("group:module-two", NodeKind.GROUP, "Module two")
UNIT = page("two/summary", "What was learnt.", title="Summary", parent="group:module-two")
OLD = page("old", "It matched by patterns.", title="url()")
NEW = page("new", "It matches by converters.", title="path()")
NEWEST = page("newest", "It matches by types.", title="route()")
FIRST = page("first", "Where everybody begins.", title="Basics")
SECOND = page("second", "Where some go on.", title="Model training")
NODES = (ROUTERS, VIEWSETS, LINKING, GROUP, UNIT, OLD, NEW, NEWEST, FIRST, SECOND)
EDGES = (
    EdgeDraft("api/viewsets#registering", "api/viewsets", EdgeLabel.PART_OF),
    EdgeDraft("two/summary", "group:module-two", EdgeLabel.PART_OF),
    EdgeDraft("api/viewsets#registering", "api/routers", EdgeLabel.XREF),
    EdgeDraft("old", "new", EdgeLabel.SUPERSEDED_BY),
    EdgeDraft("new", "newest", EdgeLabel.SUPERSEDED_BY),
    EdgeDraft("second", "first", EdgeLabel.DEPENDS_ON),
)


@pytest.fixture(autouse=True)
def in_turn(settings: Any) -> None:
    """Engines run in the caller, whose transaction holds the test's data."""
    settings.COGI_ENGINE_THREADS = 0


@pytest.fixture
def guide() -> Scope:
    to = scope()
    publish(to, *NODES, edges=EDGES)
    return to


def hits(question: str, perimeter: Perimeter | None = None, **asked: Any) -> Sequence[Hit]:
    return search(question, perimeter=perimeter or perimeter_for(None), explain=True, **asked).hits


def found(question: str, perimeter: Perimeter | None = None, **asked: Any) -> list[str]:
    """The uids that the graph brought, best first."""
    return [h.uid for h in hits(question, perimeter, **asked) if "graph" in (h.explanation or {})["engines"]]


@pytest.mark.usefixtures("guide")
@pytest.mark.parametrize(
    ("question", "uids"),
    [
        ("Which pages link to Routers?", ["api/viewsets"]),
        ("what does the ViewSets page link to", ["api/routers"]),
        ("what replaced url()", ["new", "newest"]),
        ("what does route() replace", ["new", "old"]),
        ("prerequisites for the Model Training module", ["first"]),
        ("what depends on basics", ["second"]),
        ('which units belong to "Module two"', ["two/summary"]),
        ("which module does two/summary belong to", ["two/summary"]),
        ("how are routers and viewsets related", ["api/viewsets", "api/routers"]),
    ],
)
def test_the_relation_that_is_asked_for_is_walked(question: str, uids: list[str]) -> None:
    assert found(question) == uids
    assert hits(question)[0].uid == uids[0]


@pytest.mark.usefixtures("guide")
def test_the_explanation_shows_the_path() -> None:
    hit = hits("what links to routers")[0]
    assert (hit.explanation or {})["path"] == [
        {
            "from": {"uid": "api/viewsets#registering", "title": "Registering", "kind": "section"},
            "label": "xref",
            "to": {"uid": "api/routers", "title": "Routers", "kind": "page"},
        }
    ]
    assert hit.anchor == "registering"


@pytest.mark.usefixtures("guide")
@pytest.mark.parametrize("question", ["routers", "how do I register viewsets", "what links to the moon"])
def test_nothing_is_offered_without_a_relation_to_a_node(question: str) -> None:
    assert found(question) == []


@pytest.mark.usefixtures("guide")
def test_an_engine_that_cannot_help_is_not_asked() -> None:
    results = search("routers", perimeter=perimeter_for(None))
    assert "graph" not in results.timings_ms
    assert "graph" not in {each.engine for each in results.degraded}


@pytest.mark.usefixtures("guide")
def test_filters_hold_for_what_the_graph_brings() -> None:
    assert found("what links to routers path:api") == ["api/viewsets"]
    assert found("what links to routers path:old") == []


@pytest.mark.usefixtures("guide")
def test_the_class_of_the_question_is_reported() -> None:
    perimeter = perimeter_for(None)
    assert search("what replaced url()", perimeter=perimeter).question_class == "relational"
    assert search("kind:page", perimeter=perimeter).question_class == ""


def test_a_relation_through_hidden_content_is_not_there() -> None:
    to = scope()
    hidden = page("plan", "Nobody knows.", title="Plan", level=Classification.CONFIDENTIAL)
    nodes = (ROUTERS, VIEWSETS, hidden)
    edges = (
        EdgeDraft("plan", "api/routers", EdgeLabel.XREF),
        EdgeDraft("api/viewsets", "plan", EdgeLabel.XREF),
    )
    publish(to, *nodes, edges=edges)
    cleared = Perimeter.of({to.pk: Classification.CONFIDENTIAL})
    assert found("what links to routers") == []
    assert found("what links to routers", cleared) == ["plan"]
    assert found("how are routers and viewsets related") == []
    assert found("how are routers and viewsets related", cleared)[0] in {"plan", "api/viewsets"}
