from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.graph.view import GraphView
from cogi.retrieval.results import Anchor, Degradation, Results
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db

SETTINGS = page("ref/settings", "All settings.", title="Settings")


@pytest.fixture(autouse=True)
def here(settings: Any) -> Scope:
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}
    caches["default"].clear()
    made = scope()
    publish(
        made,
        SETTINGS,
        section(SETTINGS, "debug", "Shows errors.", title="DEBUG"),
        page("topics/sessions", "Sessions remember settings.", title="Sessions"),
        page("plans", "Sessions of settings.", title="Plans", level=Classification.INTERNAL),
    )
    return made


def find(question: str, level: Classification = Classification.PUBLIC) -> Results:
    here = Scope.objects.get()
    return search(question, perimeter=Perimeter.of({here.pk: level}), scopes=[here.slug])


@pytest.mark.parametrize(
    ("question", "uids"),
    [
        ("what links to Sessions?", ["topics/sessions"]),
        ("session", ["topics/sessions"]),
        ("what is DEBUG for", ["ref/settings#debug"]),
        ("what is the default of DEBUG", ["ref/settings#debug"]),
        ("why would anyone ever leave `debug` on in a place like this", ["ref/settings#debug"]),
        ("go to the sessions page", ["topics/sessions"]),
        ("ref/settings", ["ref/settings"]),
        ("why are sessions so slow on the second of my machines", []),
        ("path:ref", []),
    ],
)
def test_nodes_are_named_by_title_or_uid(question: str, uids: list[str]) -> None:
    assert [anchor.uid for anchor in find(question).anchors] == uids


def test_an_anchor_says_what_it_is() -> None:
    assert find("DEBUG").anchors == [
        Anchor("ref/settings#debug", "section", "DEBUG", "guide/1.0/en", "debug")
    ]


def test_a_hidden_node_is_named_for_nobody_below_its_level() -> None:
    assert find("plans").anchors == []
    assert [anchor.uid for anchor in find("plans", Classification.INTERNAL).anchors] == ["plans"]


def test_a_synonym_names_what_its_group_names(here: Scope) -> None:
    here.synonyms = (("visits", "sessions"), ("switch", "toggle", "DEBUG"))
    here.save()
    assert [anchor.uid for anchor in find("what links to visits?").anchors] == ["topics/sessions"]
    assert [anchor.uid for anchor in find("Switch").anchors] == ["ref/settings#debug"]


def test_times_are_reported() -> None:
    assert [time.release for time in find("sessions in guide 5.1").times] == ["5.1"]


def test_a_question_that_names_nothing_costs_no_statement(settings: Any) -> None:
    settings.COGI_CACHE = None
    question = "why are sessions so slow on the second of my machines"
    find(question)
    with CaptureQueriesContext(connection) as asked:
        find(question)
    assert not [query for query in asked if "noderevision" in query["sql"] and "lower(" in query["sql"]]


def test_where_the_database_fails_nothing_is_named_and_the_rest_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise DatabaseError

    monkeypatch.setattr(GraphView, "rows", fail)
    results = find("session")
    assert results.anchors == []
    assert Degradation("anchors", "error") in results.degraded
    assert [hit.uid for hit in results.hits] == ["topics/sessions"]


def test_results_that_count_from_today_are_kept_until_midnight(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[float] = []
    monkeypatch.setattr(type(caches["default"]), "set", lambda *kept_for: kept.append(kept_for[-1]))
    midnight = timezone.now().replace(hour=23, minute=59, second=50, microsecond=0)
    monkeypatch.setattr(timezone, "now", lambda: midnight)
    find("sessions since yesterday")
    find("sessions since 2024")
    assert kept == [timedelta(seconds=10).total_seconds(), 3600]
