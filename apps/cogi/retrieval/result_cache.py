"""Keeps results under their whole key in Django's cache: what a newer version could change is not served."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf
from typing import Any

from django.core.cache import caches
from django.db import connection
from django.utils import timezone

from cogi.corpus.models import Fact, Scope
from cogi.retrieval.conf import conf
from cogi.retrieval.flights import Flights
from cogi.retrieval.results import Degradation, Results
from cogi.retrieval.scopes import ScopeState
from cogi.retrieval.signals.rules import next_change
from cogi.retrieval.thread_pools import result_by, thread_pool

logger = logging.getLogger(__name__)

STAGE = "cache"
# Reasons that will be the same next time; after a late or failed engine the next search may do better.
_LASTING = frozenset({"off", "incomplete", "clearance"})
_flights: Flights[Results] = Flights()


@dataclass(frozen=True, slots=True)
class _Reply:
    """What the cache gave, and why it could not."""

    value: Any = None
    failure: str = ""


def cached_results(
    key: str, compute: Callable[[], Results], *, scopes: Sequence[ScopeState], deadline: float
) -> Results:
    """Return what is kept under ``key``, or else what ``compute`` gives, and keep that.

    Identical searches at the same time are computed once. Nothing is kept that lacks a part, or whose
    scopes' versions moved meanwhile, nor beyond the moment at which a fact of theirs, or a rule of curation,
    begins or ceases to hold, or the day ends from which the question counts. A cache that is late
    (``COGI_CACHE_DEADLINE``) or broken is gone around, and named in ``degraded``.
    """
    alias = conf.cache
    if alias is None:
        return compute()
    began, asked_at = time.perf_counter(), timezone.now()
    reply = _in_time(lambda: caches[alias].get(key))
    if isinstance(reply.value, Results):
        return _served(reply.value, began)

    def keep(results: Results) -> None:
        seconds = _lifetime(results, scopes, asked_at)
        if seconds > 0:
            _in_time(lambda: caches[alias].set(key, results, seconds))

    results, shared = _flights.run(key, lambda: _computed(compute, keep, scopes, reply), deadline=deadline)
    return _served(results, began) if shared else results


def _computed(
    compute: Callable[[], Results],
    keep: Callable[[Results], None],
    scopes: Sequence[ScopeState],
    reply: _Reply,
) -> Results:
    results = compute()
    if reply.failure:
        return replace(results, degraded=[*results.degraded, Degradation(STAGE, reply.failure)])
    if all(each.reason in _LASTING for each in results.degraded) and _unchanged(scopes):
        keep(results)
    return results


def _served(results: Results, began: float) -> Results:
    total = round((time.perf_counter() - began) * 1000, 2)
    return replace(results, cached=True, timings_ms={STAGE: total, "total": total})


def _lifetime(results: Results, scopes: Sequence[ScopeState], asked_at: datetime) -> float:
    """Return for how many seconds ``results``, found after ``asked_at``, may be kept."""
    of_facts = Fact.objects.filter(scope__in=[scope.id for scope in scopes]).next_change(asked_at)
    # What yesterday was is another day tomorrow.
    midnight = asked_at.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    of_times = midnight if any(named.is_relative for named in results.times) else None
    changes = [change for change in (of_facts, next_change(scopes, asked_at), of_times) if change]
    until_change = (min(changes) - timezone.now()).total_seconds() if changes else inf
    return min(conf.cache_seconds, until_change)


def _unchanged(scopes: Sequence[ScopeState]) -> bool:
    read = {scope.id: scope.version for scope in scopes}
    return dict(Scope.objects.filter(pk__in=read).values_list("pk", "version")) == read


def _in_time(ask: Callable[[], object]) -> _Reply:
    """Ask the cache in a thread, and wait for as long as it may take."""
    if conf.engine_threads == 0:
        return _asked(ask)
    future = thread_pool(STAGE).submit(_asked_in_thread, ask)
    return result_by(future, time.monotonic() + conf.cache_deadline) or _Reply(failure="deadline")


def _asked_in_thread(ask: Callable[[], object]) -> _Reply:
    try:
        return _asked(ask)
    finally:
        # The cache may be a table of the database.
        connection.close_if_unusable_or_obsolete()


def _asked(ask: Callable[[], object]) -> _Reply:
    try:
        return _Reply(ask())
    except Exception as error:  # noqa: BLE001 - each backend has its own; none may take the answer away
        # Not the error's text, which may hold the value.
        logger.warning("retrieval.cache.failed error=%s", type(error).__name__)
        return _Reply(failure="error")
