"""Applies the signals to the best of the ranked pages: each multiplies odds, and says so where one asks."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import DatabaseError

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.classifying.classify import Classified
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.interpreting import Interpretation
from cogi.retrieval.mentions import Mentions
from cogi.retrieval.odds import with_odds
from cogi.retrieval.results import Degradation
from cogi.retrieval.signals.boosting import boosts
from cogi.retrieval.signals.head import Head, Said, Signal
from cogi.retrieval.signals.readers import audience, level
from cogi.retrieval.signals.recency import recency
from cogi.retrieval.signals.relations import Succession, prerequisites, sink, succeeded
from cogi.retrieval.signals.versions import version_fit

logger = logging.getLogger(__name__)

STAGE = "signals"
LONGEST_SECONDS = 0.2
HEAD = 100
"""Pages that are looked at; those behind them keep their order."""
SIGNALS: Mapping[str, Signal] = {
    "version": version_fit,
    "recency": recency,
    "audience": audience,
    "level": level,
    "prerequisite": prerequisites,
    "boost": boosts,
}


@dataclass(frozen=True, slots=True)
class Signalled:
    """The pages in their order, why signals had no say, and which pages others of them supersede."""

    pages: Sequence[FusedPage]
    degraded: Sequence[Degradation] = ()
    successions: Sequence[Succession] = ()


def apply_signals(
    pages: Sequence[FusedPage],
    *,
    asked: Interpretation,
    classified: Classified | None,
    mentions: Mentions,
    perimeter: Perimeter,
    deadline: float,
) -> Signalled:
    """Return ``pages``, the first hundred in the order that signals give them; equals stay as they were.

    odds(score) · Π factor, with the factors of ``COGI_SIGNALS`` and of boosts; then no page stays above one
    that supersedes it. Signals that the question does not call for cost nothing; what edges say is asked by
    one statement where a page is being read, and by one for each release that a process reads. Where the
    database fails, the order stands, and ``degraded`` says so.
    """
    if not pages:
        return Signalled(pages)
    limit = min(deadline, time.monotonic() + LONGEST_SECONDS)
    head = Head(pages[:HEAD], asked, classified, mentions, perimeter, limit)
    try:
        said = {name: signal(head) for name, signal in SIGNALS.items()}
        # Where what replaced a thing is asked for, the one that came first answers, not the last of all.
        pairs = succeeded(head) if classified is None or classified.relation is None else ()
    except DatabaseError as error:
        logger.warning("retrieval.signals.failed error=%s", type(error).__name__)
        return Signalled(pages, [Degradation(STAGE, "deadline" if time.monotonic() >= limit else "error")])
    if not pairs and not any(said.values()):
        return Signalled(pages)
    for name, signal in said.items():
        for page in head.pages:
            if page.page_id in signal:
                _multiply(page, name, signal[page.page_id])
    sink(pairs)
    ordered = sorted(head.pages, key=lambda page: -page.score)
    return Signalled([*ordered, *pages[HEAD:]], successions=pairs)


def _multiply(page: FusedPage, name: str, said: Said) -> None:
    factor = round(said.factor, 6)
    if factor != 1:
        page.score = with_odds(page.score, factor)
        page.notes.setdefault("signals", {})[name] = {"factor": factor, "because": said.because}
