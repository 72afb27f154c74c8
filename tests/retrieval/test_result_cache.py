"""The cache may only ever save work: what it gives is what a search without it would find."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from cogi.corpus.classification import Classification, Span
from cogi.corpus.facts import record_facts
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.publishing import publish_changes
from cogi.corpus.snapshot import FactDraft, NodeDraft, Update
from cogi.retrieval import presenting, searching
from cogi.retrieval.results import Degradation, Results
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

LEVELS = tuple(Classification)
WORDS = ("apples", "pears", "plums", "cherries", "quinces")
STEPS = 400


class FailingCache(LocMemCache):
    """Fails on every use, with the value in its message."""

    def get(self, key: Any, *_: Any, **__: Any) -> Any:
        raise ConnectionError(f"no server for {key}")


class StalledCache(LocMemCache):
    def get(self, *_: Any, **__: Any) -> Any:
        time.sleep(0.6)


@pytest.fixture(autouse=True)
def in_turn(settings: Any) -> Iterator[None]:
    """Engines run in the caller, whose transaction holds the test's data."""
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}
    yield
    caches["default"].clear()


def find(question: str, *, here: Scope, level: Classification = Classification.PUBLIC) -> Results:
    return search(question, perimeter=Perimeter.of({here.pk: level}), scopes=[here.slug])


def found(results: Results) -> Results:
    """What was found, without how and how fast."""
    return replace(results, timings_ms={}, cached=False)


def test_the_second_search_is_answered_from_the_cache_until_the_scope_changes() -> None:
    here = scope()
    publish(here, page("p", "Apples and pears."))
    first, second = find("apples", here=here), find("apples", here=here)
    assert (first.cached, second.cached) == (False, True)
    assert found(second) == found(first)
    publish(here, page("p", "Plums."), at=1)
    third = find("apples", here=here)
    assert (third.cached, third.total) == (False, 0)


def test_what_one_viewer_found_is_not_served_to_another() -> None:
    here = scope()
    publish(here, page("p", "Apples."), page("q", "Apples too.", level=Classification.INTERNAL))
    assert find("apples", here=here, level=Classification.INTERNAL).total == 2
    seen = find("apples", here=here)
    assert (seen.cached, seen.total) == (False, 1)


def test_another_window_or_setting_is_another_search(settings: Any) -> None:
    here = scope()
    publish(here, page("p", "Apples."), page("q", "Apples too."))
    find("apples", here=here)
    assert not search(
        "apples", perimeter=Perimeter.of({here.pk: LEVELS[0]}), scopes=[here.slug], offset=1
    ).cached
    settings.COGI_BM25_K1 = 0.5
    assert not find("apples", here=here).cached


def test_nothing_is_kept_when_the_version_moves_during_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    here = scope()
    publish(here, page("p", "Apples."))
    present = presenting.present

    def publish_meanwhile(*args: Any, **kwargs: Any) -> Any:
        Scope.objects.filter(pk=here.pk).bump_version()
        return present(*args, **kwargs)

    keys = set(caches["default"]._cache)  # type: ignore[attr-defined]  # what locmem holds
    monkeypatch.setattr(searching, "present", publish_meanwhile)
    assert find("apples", here=here).total == 1
    assert set(caches["default"]._cache) == keys  # type: ignore[attr-defined]


def test_nothing_is_kept_beyond_the_moment_at_which_a_fact_changes() -> None:
    here = scope()
    publish(here, page("p", "Apples."))
    soon = timezone.now() + timedelta(seconds=1.5)
    stated = FactDraft("p", "owner", value="Ada", functional=True, valid_to=soon)
    record_facts(scope=here, facts=[stated], now=timezone.now(), provenance="desk")
    assert [find("apples", here=here).cached for _ in range(2)] == [False, True]
    time.sleep(max((soon - timezone.now()).total_seconds(), 0) + 0.05)
    assert not find("apples", here=here).cached


def test_an_explained_search_is_of_its_own_run() -> None:
    here = scope()
    publish(here, page("p", "Apples."))
    for _ in range(2):
        results = search(
            "apples", perimeter=Perimeter.of({here.pk: LEVELS[0]}), scopes=[here.slug], explain=True
        )
        assert not results.cached


@pytest.mark.parametrize(("backend", "reason"), [("FailingCache", "error"), ("StalledCache", "deadline")])
@pytest.mark.django_db(transaction=True)
def test_a_cache_that_fails_is_gone_around_and_named(
    settings: Any, caplog: pytest.LogCaptureFixture, backend: str, reason: str
) -> None:
    settings.CACHES = {"default": {"BACKEND": f"{__name__}.{backend}"}}
    settings.COGI_ENGINE_THREADS = 4
    here = scope()
    publish(here, page("p", "Apples."))
    results = find("apples", here=here)
    assert results.total == 1
    assert Degradation("cache", reason) in results.degraded
    assert results.timings_ms["total"] < 500
    assert "no server" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_the_same_search_at_the_same_time_is_computed_once(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.COGI_ENGINE_THREADS = 4
    here = scope()
    publish(here, page("p", "Apples."))
    computed, present = [], presenting.present

    def slowly(*args: Any, **kwargs: Any) -> Any:
        computed.append(1)
        time.sleep(0.3)
        return present(*args, **kwargs)

    monkeypatch.setattr(searching, "present", slowly)
    got: list[Results] = []

    def ask() -> None:
        got.append(find("apples", here=here))
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(computed) == 1
    assert [each.total for each in got] == [1] * 6
    assert sorted(each.cached for each in got) == [False, *[True] * 5]


def test_any_order_of_changes_and_questions_gives_what_a_search_without_the_cache_finds() -> None:
    """Publishing, reclassifying and asking, at random, by viewers of four clearances."""
    chance = random.Random(11)  # noqa: S311 - a fixed seed, for moments
    here = scope()
    publish(here, *(_random_page(chance, number) for number in range(6)))
    asked = hits = 0
    for _ in range(STEPS):
        if chance.random() < 0.06:
            drafts = [_random_page(chance, chance.randrange(6))]
            publish_changes(scope=here, update=Update(drafts), now=timezone.now())
            continue
        question, level = chance.choice(WORDS), chance.choice(LEVELS)
        kept = find(question, here=here, level=level)
        asked, hits = asked + 1, hits + kept.cached
        with override_settings(COGI_CACHE=None):
            assert found(kept) == found(find(question, here=here, level=level))
    assert hits / asked >= 0.3


def _random_page(chance: random.Random, number: int) -> NodeDraft:
    """A page of random words and level, with a span of random level in its text."""
    text = " ".join(chance.choices(WORDS, k=4))
    start = chance.randrange(len(text) - 3)
    level = Classification(chance.choices(LEVELS, (6, 2, 1, 1))[0])
    span = Span(start, start + 3, Classification(chance.choice(LEVELS)))
    return page(f"p{number}", text, level=level, spans=[span] if chance.random() < 0.3 else [])
