from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cogi.corpus.classification import Classification
from cogi.corpus.models import Pin, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.graph.view import GraphView
from cogi.retrieval.results import Degradation, Results
from cogi.retrieval.searching import search
from cogi.retrieval.signals import pinning
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL = Classification.PUBLIC, Classification.INTERNAL
TEXTS = {uid: "Apples and pears grow here. " * (5 - i) for i, uid in enumerate("abcd")}


@pytest.fixture(autouse=True)
def here(settings: Any) -> Scope:
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}
    caches["default"].clear()
    made = scope()
    pages = [page(uid, text, title=f"Orchard {uid}") for uid, text in TEXTS.items()]
    hidden = page("hidden", "Apples are secret.", level=INTERNAL)
    publish(made, *pages, hidden, page("far", "Something else."))
    return made


def pin(here: Scope, uid: str, phrases: str = "apples", **fields: Any) -> Pin:
    return Pin.objects.create(scope=here, uid=uid, phrases=phrases, **fields)


def find(question: str = "apples", level: Classification = PUBLIC, **how: Any) -> Results:
    here = Scope.objects.get()
    return search(question, perimeter=Perimeter.of({here.pk: level}), scopes=[here.slug], **how)


def uids(results: Results) -> list[str]:
    return [hit.uid for hit in results.hits]


def without_times(results: Results) -> Results:
    return replace(results, timings_ms={}, scope_versions={}, cached=False)


def test_a_pinned_page_takes_its_place_and_says_why(here: Scope) -> None:
    others = [uid for uid in uids(find()) if uid != "d"]
    pin(here, "d", position=2)
    results = find(explain=True)
    assert uids(results) == [others[0], "d", *others[1:]]
    assert (results.hits[1].explanation or {})["pin"] == {"place": 2, "phrase": "apples"}


def test_a_page_that_no_engine_found_is_added(here: Scope) -> None:
    before = find()
    pin(here, "far")
    after = find()
    assert uids(after) == ["far", *uids(before)]
    assert after.total == before.total + 1
    assert after.hits[0].snippet == "Something else."


@pytest.mark.parametrize(
    "asked", ["Red Apples", "the red apple?", "RED äpples", "red  apples"], ids=lambda asked: asked
)
def test_case_accents_plurals_and_small_words_make_no_difference(here: Scope, asked: str) -> None:
    pin(here, "far", "nothing\nred apple")
    assert uids(find(asked))[0] == "far"


@pytest.mark.parametrize(
    ("match", "asked", "is_pinned"),
    [
        (Pin.Match.EXACT, "apples", True),
        (Pin.Match.EXACT, "apples pears", False),
        (Pin.Match.CONTAINS, "where do apples grow", True),
        (Pin.Match.CONTAINS, "where do pears grow", False),
        (Pin.Match.EXACT, "path:a apples", False),
    ],
)
def test_a_phrase_is_the_question_or_a_part_of_it(
    here: Scope, match: str, asked: str, is_pinned: bool
) -> None:
    pin(here, "far", match=match)
    assert (uids(find(asked))[:1] == ["far"]) is is_pinned


def test_the_words_as_they_were_typed_match_whatever_they_are_corrected_to(here: Scope) -> None:
    pin(here, "far", "aples")
    pin(here, "d", "apples", position=2)
    assert uids(find("aples"))[:2] == ["far", "d"]


def test_what_the_question_excludes_is_not_added(here: Scope) -> None:
    pin(here, "far", match=Pin.Match.CONTAINS)
    assert "far" not in uids(find("apples -else"))
    assert "far" not in uids(find('"apples and"'))


def test_a_taken_place_is_left_to_the_older_pin(here: Scope) -> None:
    pin(here, "d")
    pin(here, "c")
    pin(here, "c", position=3)
    assert uids(find())[:2] == ["d", "c"]


def test_places_hold_across_the_windows_of_a_search(here: Scope) -> None:
    pin(here, "d", position=3)
    whole = uids(find())
    assert whole[2] == "d"
    assert [uid for offset in range(4) for uid in uids(find(limit=1, offset=offset))] == whole


def test_a_pin_to_a_hidden_page_changes_nothing_byte_for_byte(here: Scope) -> None:
    pin(here, "c", position=2)
    before = find(explain=True)
    pin(here, "hidden")
    pin(here, "gone")
    after = find(explain=True)
    assert without_times(after) == without_times(before)
    assert uids(find(level=INTERNAL))[0] == "hidden"


def test_every_change_is_a_new_version_of_its_scope_alone(here: Scope) -> None:
    other = scope("other/1.0/en")
    made = pin(here, "d")
    changes: list[Callable[[], object]] = [
        lambda: Pin.objects.filter(pk=made.pk).update(position=2),
        lambda: Pin.objects.bulk_create([Pin(scope=here, uid="a", phrases="pears")]),
        made.save,
        lambda: Pin.objects.filter(scope=here).delete(),
    ]
    for change in changes:
        before = Scope.objects.get(pk=here.pk)
        change()
        after = Scope.objects.get(pk=here.pk)
        assert after.version > before.version
        assert after.curation != before.curation
    assert Scope.objects.get(pk=other.pk).version == other.version


def test_a_changed_rule_is_seen_by_the_next_search(here: Scope) -> None:
    plain = uids(find())
    made = pin(here, "d")
    assert uids(find())[0] == "d"
    Pin.objects.filter(pk=made.pk).update(uid="far")
    assert uids(find())[0] == "far"
    made.delete()
    assert uids(find()) == plain


def test_a_rule_holds_in_its_time_and_no_result_is_kept_beyond_it(here: Scope) -> None:
    plain = uids(find())
    now = timezone.now()
    pin(here, "a", begins_at=now - timedelta(days=2), ends_at=now - timedelta(days=1))
    pin(here, "d", begins_at=now + timedelta(seconds=0.6), ends_at=now + timedelta(seconds=1.2))
    seen: list[list[str]] = []
    while timezone.now() < now + timedelta(seconds=1.4):
        results = find()
        if not seen or seen[-1] != uids(results):
            seen.append(uids(results))
    assert seen == [plain, ["d", *(uid for uid in plain if uid != "d")], plain]


def test_the_past_is_read_without_pins(here: Scope) -> None:
    plain = uids(find())
    pin(here, "d")
    assert uids(find(as_of=timezone.now())) == plain


def test_rules_that_do_not_match_cost_no_statement(here: Scope, settings: Any) -> None:
    settings.COGI_CACHE = None
    find("pears")
    pin(here, "d", "quinces")
    find("pears")
    with CaptureQueriesContext(connection) as ruled:
        find("pears")
    Pin.objects.all().delete()
    find("pears")
    with CaptureQueriesContext(connection) as plain:
        find("pears")
    assert len(ruled) == len(plain)


def test_where_the_database_fails_the_order_stands(here: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = uids(find())
    pin(here, "d")

    def fail(*_: Any, **__: Any) -> Any:
        raise DatabaseError

    with monkeypatch.context() as broken:
        broken.setattr(GraphView, "rows", fail)
        results = find()
    assert uids(results) == plain
    assert Degradation(pinning.STAGE, "error") in results.degraded
    assert uids(find())[0] == "d"
