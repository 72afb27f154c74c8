"""The one read path: question in, pages out, the same for every surface."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.conf import conf
from cogi.retrieval.engines import ENGINES, GraphEngine
from cogi.retrieval.facts.showing import note_facts, show_facts
from cogi.retrieval.filtering import Filters
from cogi.retrieval.finding import Findings, find
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.interpreting import Interpretation, interpret, stated_filters
from cogi.retrieval.laps import Laps
from cogi.retrieval.mentions import show_anchors
from cogi.retrieval.ordering import order
from cogi.retrieval.paths import note_paths
from cogi.retrieval.presenting import present
from cogi.retrieval.ranking import rank
from cogi.retrieval.result_cache import cached_results
from cogi.retrieval.result_keys import result_key
from cogi.retrieval.results import Results


def search(  # noqa: PLR0913 - the whole question of a request, by keyword
    question: str,
    *,
    perimeter: Perimeter,
    scopes: Sequence[str] | None = None,
    limit: int = 10,
    offset: int = 0,
    filters: Filters | None = None,
    as_of: datetime | None = None,
    explain: bool = False,
    context_uid: str | None = None,
) -> Results:
    """Return the pages that answer ``question`` best, ``limit`` of them from ``offset`` on.

    ``question`` may state phrases, exclusions and filters (``query_language``). ``scopes`` are slugs (None:
    those that the question names, or the default variant of every visible product); ``as_of`` reads each
    scope's newest release of that moment; ``explain`` adds each engine's rank and term to every hit.
    Engines that are late or fail within ``COGI_SEARCH_DEADLINE``, and a reranker, are named in ``degraded``.
    ``context_uid`` is the node that the reader is on: pages near it in the graph move up.
    The same search of unchanged scopes is answered from the cache (``COGI_CACHE``), unless it is explained.

    Raises:
        InvalidQuestion: empty, or too long.
        UnknownScope: absent, or outside the perimeter.
        HistoryPruned: ``as_of`` lies before the oldest release that is kept.
    """
    laps = Laps()
    deadline = time.monotonic() + conf.deadline
    asked = interpret(question, perimeter=perimeter, scopes=scopes, filters=filters, as_of=as_of)
    asked = replace(asked, context_uid=context_uid)
    window = Window(limit, offset)

    def compute() -> Results:
        return _results(asked, perimeter, window, laps=laps, deadline=deadline, explain=explain)

    if explain:
        # An explanation is of this very run.
        return compute()
    key = result_key(asked, perimeter=perimeter, filters=filters, limit=limit, offset=offset)
    return cached_results(key, compute, scopes=asked.scopes, deadline=deadline)


@dataclass(frozen=True, slots=True)
class Window:
    """Which of the ranked pages are wanted."""

    limit: int
    offset: int


def _results(
    asked: Interpretation,
    perimeter: Perimeter,
    window: Window,
    *,
    laps: Laps,
    deadline: float,
    explain: bool,
) -> Results:
    found = find(asked, perimeter=perimeter, deadline=deadline)
    laps.end("finding")
    fused = rank(asked, found.outcome, engines=ENGINES, deadline=deadline)
    laps.end("ranking")
    ordered = order(
        fused,
        asked,
        found,
        perimeter=perimeter,
        reranked=asked.parsed.has_words and window.offset < conf.rerank_candidates,
        deadline=deadline,
    )
    laps.end("reranking")
    page = ordered.pages[window.offset : window.offset + window.limit]
    if explain:
        _note(page, found, asked, perimeter)
    hits = present(found.corrected, page, perimeter=perimeter, scopes=asked.scopes, explain=explain)
    facts = show_facts(found.facts, perimeter=perimeter, scopes=asked.scopes)
    laps.end("hydration")
    corrected = found.corrected.question
    return Results(
        query=asked.parsed.question,
        total=max(found.lexical.page_count, len(ordered.pages)),
        hits=hits,
        facets=found.facets,
        degraded=[*found.outcome.degraded, *found.mentions.degraded, *ordered.degraded],
        timings_ms={**found.outcome.timings_ms, **laps.timings_ms(), "total": laps.total_ms()},
        scope_versions={state.slug: state.version for state in asked.scopes},
        corrected_query=corrected if corrected != asked.parsed.question else None,
        filters=stated_filters(asked.parsed),
        text=found.corrected.text,
        facts=facts,
        question_class=found.classified.question_class if found.classified else "",
        anchors=show_anchors(found.mentions.anchors, scopes=asked.scopes),
        times=found.mentions.times,
    )


def _note(page: Sequence[FusedPage], found: Findings, asked: Interpretation, perimeter: Perimeter) -> None:
    """Note on the pages of an explained search what led to them beside their scores."""
    if graph := found.outcome.offers.get(GraphEngine.name):
        note_paths(page, graph.paths, perimeter=perimeter, scopes=asked.scopes)
    note_facts(page, found.facts)
