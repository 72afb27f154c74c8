"""Runs the engines side by side, each under its own deadline inside the request's."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.db import DatabaseError, connection, transaction

from cogi.index.statements import send_command
from cogi.retrieval.conf import conf
from cogi.retrieval.engines import Engine, EngineUnavailable, Inquiry
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.results import Degradation
from cogi.retrieval.thread_pools import result_by, thread_pool

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the engines gave: offers by engine name, what is missing, and milliseconds by engine."""

    offers: Mapping[str, Offer]
    degraded: Sequence[Degradation]
    timings_ms: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Report:
    offer: Offer | None
    reason: str
    milliseconds: float


def run_engines(engines: Sequence[Engine], inquiry: Inquiry, *, deadline: float) -> Outcome:
    """Ask every engine the same and return what is there at ``deadline`` (``time.monotonic()`` seconds).

    An engine that is late, fails or is off is left out and named. A late one is also stopped in the
    database, by a statement timeout, so that it does not hold a connection after the request.
    """
    return RunningEngines([(engine, inquiry) for engine in engines], deadline=deadline).outcome()


class RunningEngines:
    """Engines at work, each on its own inquiry, from the moment that this is made.

    Those that need no thread are asked in this one, when the others have begun: handing them over would take
    longer than they do.
    """

    def __init__(self, inquiries: Sequence[tuple[Engine, Inquiry]], *, deadline: float) -> None:
        asked = [(engine, inquiry) for engine, inquiry in inquiries if engine.applies(inquiry)]
        self._limits = {engine.name: _limit(engine, deadline) for engine, _ in asked}
        self._runs = {engine.name: Future[_Report]() for engine, _ in asked}
        self._reports: dict[str, _Report | None] = {}
        for engine, inquiry in sorted(asked, key=lambda each: not each[0].needs_thread):
            threaded = conf.engine_threads > 0 and engine.needs_thread
            run = thread_pool(engine.name).submit if threaded else _call
            work = _run_in_thread if threaded else _run
            run(work, self._runs[engine.name], engine, inquiry, self._limits[engine.name])

    def offer(self, name: str) -> Offer | None:
        """Return what one engine found; None when it is late, failed, or was not asked."""
        report = self._report(name) if name in self._limits else None
        return report.offer if report else None

    def outcome(self) -> Outcome:
        """Return what all found that are there in time."""
        return _outcome({name: self._report(name) for name in self._limits})

    def _report(self, name: str) -> _Report | None:
        if name not in self._reports:
            self._reports[name] = result_by(self._runs[name], self._limits[name])
        return self._reports[name]


def run_in_turn(inquiries: Sequence[tuple[Engine, Inquiry]], *, deadline: float) -> dict[str, Offer]:
    """Ask each engine its own inquiry in this thread, where none has to wait for more than the database.

    They share a transaction, and so what is left of the time of the one with least: what the database
    refuses to one ends it for those that follow.
    """
    offers: dict[str, Offer] = {}
    try:
        with limited_transaction(min(_limit(engine, deadline) for engine, _ in inquiries)):
            for engine, inquiry in inquiries:
                with suppress(EngineUnavailable):
                    offers[engine.name] = engine.retrieve(inquiry)
    except DatabaseError as error:
        logger.warning("retrieval.engine.failed engine=%s error=%s", engine.name, type(error).__name__)
    return offers


def _limit(engine: Engine, deadline: float) -> float:
    own = conf.engine_deadlines.get(engine.name, conf.deadline)
    return min(time.monotonic() + own, deadline)


def _outcome(reports: Mapping[str, _Report | None]) -> Outcome:
    offers: dict[str, Offer] = {}
    degraded: list[Degradation] = []
    timings: dict[str, float] = {}
    for name, report in reports.items():
        if report is None:
            degraded.append(Degradation(name, "deadline"))
            continue
        timings[name] = round(report.milliseconds, 2)
        if report.offer is None:
            degraded.append(Degradation(name, report.reason))
            continue
        offers[name] = report.offer
        if report.offer.share < 1 or report.offer.short:
            degraded.append(Degradation(name, "incomplete"))
    return Outcome(offers, degraded, timings)


def _call(work: Callable[..., None], *arguments: Any) -> None:
    work(*arguments)


def _run_in_thread(report: Future[_Report], engine: Engine, inquiry: Inquiry, limit: float) -> None:
    try:
        if report.set_running_or_notify_cancel():
            _run(report, engine, inquiry, limit)
    finally:
        # Gives a pooled connection back, and honours CONN_MAX_AGE where there is no pool.
        connection.close_if_unusable_or_obsolete()


def _run(report: Future[_Report], engine: Engine, inquiry: Inquiry, limit: float) -> None:
    """Let ``report`` be what the engine found, as soon as it is known: before the transaction ends."""
    began = time.perf_counter()

    def give(offer: Offer | None, reason: str = "") -> None:
        if not report.done():
            report.set_result(_Report(offer, reason, (time.perf_counter() - began) * 1000))

    try:
        engine.prepare(inquiry)
        with limited_transaction(limit):
            give(engine.retrieve(inquiry))
    except EngineUnavailable as unavailable:
        give(None, unavailable.reason)
    except DatabaseError as error:
        late = time.monotonic() >= limit
        logger.warning("retrieval.engine.failed engine=%s error=%s", engine.name, type(error).__name__)
        give(None, "deadline" if late else "error")
    except Exception:
        # Whatever breaks in one engine must not take the others' answer away.
        logger.exception("retrieval.engine.failed engine=%s", engine.name)
        give(None, "error")


@contextmanager
def limited_transaction(limit: float) -> Iterator[None]:
    # Rounded up: a statement that is stopped before the limit would look like one that failed.
    milliseconds = max(ceil((limit - time.monotonic()) * 1000), 1)
    is_inner = connection.in_atomic_block
    with transaction.atomic():
        send_command(("" if is_inner else "BEGIN; ") + f"SET LOCAL statement_timeout = {milliseconds}")
        yield
        if is_inner:
            # Released savepoints hand their settings on to the transaction around them.
            send_command("SET LOCAL statement_timeout = DEFAULT")
