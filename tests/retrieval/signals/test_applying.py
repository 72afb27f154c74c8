"""Each signal moves the pages that it speaks of, only where the question calls for it, and says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cogi.corpus.classification import Classification
from cogi.corpus.models import Boost, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.snapshot import EdgeDraft, NodeDraft
from cogi.corpus.vocabulary import EdgeLabel
from cogi.graph.view import GraphView
from cogi.retrieval.results import Degradation, Results
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL = Classification.PUBLIC, Classification.INTERNAL
FIELDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "old": {"ms.date": "03/01/2022", "level": "beginner", "audience": ["administrators"], "monikers": "<4.2"},
    "new": {"ms.date": "11/20/2026", "level": "Advanced", "audience": "developers", "versions": ">= 5.0"},
    "middle": {"last_reviewed": "2024-06-01", "level": "intermediate", "monikers": ["4.2", "5.0"]},
}


@pytest.fixture(autouse=True)
def in_turn(settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}
    settings.COGI_GRAPH_PRIOR = 0
    caches["default"].clear()


def tree(text: str = "Apples and pears grow here.") -> list[NodeDraft]:
    """Pages that match alike; the plain one comes first among equals."""
    pages = [page(uid, text, title="Orchard") for uid in FIELDS]
    return [replace(each, metadata={**each.metadata, **FIELDS[each.uid]}) for each in pages]


def find(question: str = "apples", level: Classification = PUBLIC, **how: Any) -> Results:
    everywhere = Perimeter.of(dict.fromkeys(Scope.objects.values_list("pk", flat=True), level))
    how.setdefault("scopes", list(Scope.objects.values_list("slug", flat=True)))
    return search(question, perimeter=everywhere, explain=True, **how)


def factors(results: Results, signal: str) -> dict[str, float]:
    """What ``signal`` said, by page."""
    said = {hit.uid: (hit.explanation or {}).get("signals", {}).get(signal) for hit in results.hits}
    return {uid: each["factor"] for uid, each in said.items() if each}


def uids(results: Results) -> list[str]:
    return [hit.uid for hit in results.hits]


@pytest.mark.parametrize(
    ("question", "signal", "said"),
    [
        ("apples in version 5.1", "version", {"new": 1.5, "middle": 0.6, "old": 0.6}),
        ("apples of guide 4.2", "version", {"middle": 1.5, "new": 0.6, "old": 0.6}),
        ("apples since 4.2", "version", {}),
        ("apples for beginners", "level", {"old": 1.3, "new": 0.8}),
        ("advanced apples", "level", {"new": 1.3, "old": 0.8}),
        ("apples for administrators", "audience", {"old": 1.3, "new": 0.8}),
        ("apples as a developer", "audience", {"new": 1.3, "old": 0.8}),
        ("apples for pears", "audience", {}),
        ("developer apples", "audience", {}),
        ("apples in 2024", "recency", {"middle": 1.4}),
        ("apples before 2025", "recency", {"old": 1.4, "middle": 1.4}),
        ("apples", "recency", {}),
    ],
)
def test_a_signal_speaks_where_the_question_calls_for_it(
    question: str, signal: str, said: dict[str, float]
) -> None:
    publish(scope(), *tree())
    results = find(question)
    assert factors(results, signal) == said
    if said:
        best = max(said, key=lambda uid: said[uid])
        assert uids(results)[0] == best


def test_the_newest_page_gets_most_and_half_of_it_is_lost_in_a_year() -> None:
    publish(scope(), *tree())
    results = find("latest apples")
    said = factors(results, "recency")
    assert uids(results)[0] == "new"
    assert said["new"] == 1.4
    assert 1 < said["old"] < said["middle"] < 1.2


def test_the_label_of_a_scope_is_the_version_of_its_pages() -> None:
    for label in ("4.2", "5.2"):
        publish(scope(f"guide/{label}/en"), page("p", "Apples and pears grow here.", title="Orchard"))
    results = find("apples in 4.2")
    assert [(hit.scope, (hit.explanation or {})["signals"]["version"]) for hit in results.hits] == [
        ("guide/4.2/en", {"factor": 1.5, "because": "4.2"}),
        ("guide/5.2/en", {"factor": 0.6, "because": "5.2"}),
    ]


def test_a_prerequisite_of_the_page_that_is_read_moves_up() -> None:
    publish(scope(), *tree(), edges=[EdgeDraft("old", "new", EdgeLabel.DEPENDS_ON)])
    assert factors(find(context_uid="old"), "prerequisite") == {"new": 1.3}
    assert factors(find(), "prerequisite") == {}


def superseded(*pairs: tuple[str, str]) -> Sequence[EdgeDraft]:
    return [EdgeDraft(old, new, EdgeLabel.SUPERSEDED_BY) for old, new in pairs]


def test_a_superseded_page_falls_below_its_successors() -> None:
    publish(scope(), *tree(), edges=superseded(("plain", "old"), ("old", "middle")))
    results = find()
    order = uids(results)
    assert order.index("middle") < order.index("old") < order.index("plain")
    assert factors(results, "superseded") == {"old": 0.8, "plain": 0.8}


def test_pages_that_supersede_each_other_stay_where_they_are() -> None:
    publish(scope(), *tree(), edges=superseded(("plain", "old"), ("old", "plain")))
    assert factors(find(), "superseded") == {}


def test_what_supersedes_a_part_of_a_page_says_nothing_of_the_page() -> None:
    pages = tree()
    part = section(pages[0], "part", "Apples.")
    publish(scope(), *pages, part, edges=superseded((part.uid, "old")))
    assert factors(find(), "superseded") == {}


def test_a_hidden_successor_sinks_nothing() -> None:
    hidden = page("hidden", "Apples and pears.", level=INTERNAL)
    edges = superseded(("plain", "hidden"))
    publish(scope(), *tree(), hidden, edges=edges)
    assert factors(find(level=INTERNAL), "superseded") == {"plain": 0.8}
    assert factors(find(), "superseded") == {}


def test_boosts_multiply_for_the_pages_that_meet_all_conditions() -> None:
    here = scope()
    publish(here, *tree())
    now = timezone.now()
    Boost.objects.create(scope=here, path_prefix="middle", factor=2)
    Boost.objects.create(
        scope=here, kind="page", metadata_key="Level", metadata_value="intermediate", factor=3
    )
    Boost.objects.create(scope=here, path_prefix="old", kind="file", factor=9)
    Boost.objects.create(scope=here, path_prefix="new", factor=9, ends_at=now)
    Boost.objects.create(scope=here, path_prefix="plain", factor=0.5)
    results = find()
    assert factors(results, "boost") == {"middle": 6.0, "plain": 0.5}
    assert (uids(results)[0], uids(results)[-1]) == ("middle", "plain")
    boosted = next(hit for hit in results.hits if hit.uid == "plain")
    assert (boosted.explanation or {})["signals"]["boost"] == {"factor": 0.5, "because": "plain × 0.5"}
    assert factors(find(as_of=timezone.now()), "boost") == {}


def test_a_changed_boost_is_seen_by_the_next_search() -> None:
    here = scope()
    publish(here, *tree())
    boost = Boost.objects.create(scope=here, path_prefix="old", factor=2)
    assert factors(find(), "boost") == {"old": 2.0}
    Boost.objects.filter(pk=boost.pk).update(path_prefix="new")
    assert factors(find(), "boost") == {"new": 2.0}


def test_a_release_that_was_measured_and_refused_leaves_nothing_behind() -> None:
    here = scope()
    publish(here, page("a", "Apples."), page("b", "Apples."))
    Boost.objects.create(scope=here, path_prefix="b", factor=2)
    with transaction.atomic():
        publish(here, *tree(), page("b", "Apples."), at=1)
        # As the guard of a floor does.
        Scope.objects.filter(pk=here.pk).update(key=uuid4())
        assert factors(find(), "boost") == {"b": 2.0}
        transaction.set_rollback(True)
    publish(here, page("a", "Apples."), page("b", "Apples."), page("c", "Apples."), at=1)
    assert factors(find(), "boost") == {"b": 2.0}


def test_a_signal_without_a_factor_is_left_out(settings: Any) -> None:
    publish(scope(), *tree(), edges=superseded(("plain", "old")))
    settings.COGI_SIGNALS = {"version": 1.5}
    results = find("latest apples in version 5.1 for beginners")
    assert {name for hit in results.hits for name in (hit.explanation or {}).get("signals", {})} == {
        "version"
    }


def test_signals_that_are_not_called_for_cost_no_statement(settings: Any) -> None:
    publish(scope(), *tree(), edges=superseded(("plain", "old")))

    def statements() -> int:
        find()
        with CaptureQueriesContext(connection) as asked:
            find()
        return len(asked)

    with_signals = statements()
    settings.COGI_SIGNALS = {}
    assert with_signals == statements()


def test_where_the_database_fails_the_order_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    publish(scope(), *tree())

    def fail(*_: Any, **__: Any) -> Any:
        raise DatabaseError

    monkeypatch.setattr(GraphView, "rows", fail)
    results = find("pears of version 5.1", context_uid="old")
    assert Degradation("signals", "error") in results.degraded
    assert factors(results, "version") == {}
    assert len(results.hits) == len(FIELDS)
