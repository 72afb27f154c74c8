"""The one read path: question in, pages out, the same for every surface."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.browsing import browse
from cogi.retrieval.classifying import classify
from cogi.retrieval.conf import conf
from cogi.retrieval.engines import (
    DenseEngine,
    Engine,
    EpisodicEngine,
    GraphEngine,
    LexicalEngine,
    SparseEngine,
)
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.facets import facets
from cogi.retrieval.facts.showing import note_facts, show_facts
from cogi.retrieval.filtering import Filters
from cogi.retrieval.graph_rerank import graph_rerank
from cogi.retrieval.interpreting import Interpretation, interpret, stated_filters
from cogi.retrieval.mentions import mentions_in, show_anchors
from cogi.retrieval.parallel import Outcome, run_engines
from cogi.retrieval.paths import note_paths
from cogi.retrieval.presenting import present
from cogi.retrieval.ranking import inquiry_of, rank
from cogi.retrieval.reranking import Reranking, rerank
from cogi.retrieval.result_cache import cached_results
from cogi.retrieval.result_keys import result_key
from cogi.retrieval.results import Results
from cogi.retrieval.signals import place_pins

ENGINES: tuple[Engine, ...] = (
    LexicalEngine(),
    DenseEngine(),
    SparseEngine(),
    GraphEngine(),
    EpisodicEngine(),
)
NOTHING = Offer(())


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
    began = time.perf_counter()
    deadline = time.monotonic() + conf.deadline
    asked = interpret(question, perimeter=perimeter, scopes=scopes, filters=filters, as_of=as_of)
    asked = replace(asked, context_uid=context_uid)
    window = Window(limit, offset)

    def compute() -> Results:
        return _results(asked, perimeter, window, began=began, deadline=deadline, explain=explain)

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
    began: float,
    deadline: float,
    explain: bool,
) -> Results:
    outcome = _outcome(asked, perimeter=perimeter, deadline=deadline)
    classified = classify(asked.parsed.text)
    mentions = mentions_in(asked, classified, deadline=deadline)
    found_at = time.perf_counter()
    fused = rank(asked, outcome, engines=ENGINES, deadline=deadline)
    lexical = outcome.offers.get(LexicalEngine.name, NOTHING)
    corrected = asked.parsed.corrected(lexical.corrections)
    fused_at = time.perf_counter()
    near = graph_rerank(fused, context_uid=asked.context_uid, scopes=asked.scopes, deadline=deadline)
    ranked = Reranking(near.pages)
    if asked.parsed.has_words and window.offset < conf.rerank_candidates:
        ranked = rerank(
            near.pages, corrected.text, perimeter=perimeter, scopes=asked.scopes, deadline=deadline
        )
    pinned = place_pins(
        ranked.pages, asked=asked, texts={asked.parsed.text, corrected.text}, deadline=deadline
    )
    ranked_at = time.perf_counter()
    page = pinned.pages[window.offset : window.offset + window.limit]
    if explain and (graph := outcome.offers.get(GraphEngine.name)):
        note_paths(page, graph.paths, perimeter=perimeter, scopes=asked.scopes)
    found = outcome.offers.get(EpisodicEngine.name, NOTHING).facts
    if explain:
        note_facts(page, found)
    hits = present(corrected, page, perimeter=perimeter, scopes=asked.scopes, explain=explain)
    presented_at = time.perf_counter()
    return Results(
        query=asked.parsed.question,
        total=max(lexical.page_count, len(pinned.pages)),
        hits=hits,
        facets=facets(lexical.pages, perimeter=perimeter, scopes=asked.scopes),
        degraded=[*outcome.degraded, *mentions.degraded, *near.degraded, *ranked.degraded, *pinned.degraded],
        timings_ms={
            **outcome.timings_ms,
            "ranking": _milliseconds(found_at, fused_at),
            "reranking": _milliseconds(fused_at, ranked_at),
            "hydration": _milliseconds(ranked_at, presented_at),
            "facets": _milliseconds(presented_at, time.perf_counter()),
            "total": _milliseconds(began, time.perf_counter()),
        },
        scope_versions={state.slug: state.version for state in asked.scopes},
        corrected_query=corrected.question if corrected.question != asked.parsed.question else None,
        filters=stated_filters(asked.parsed),
        text=corrected.text,
        facts=show_facts(found, perimeter=perimeter, scopes=asked.scopes),
        question_class=classified.question_class if asked.parsed.has_words else "",
        anchors=show_anchors(mentions.anchors, scopes=asked.scopes),
        times=mentions.times,
    )


def _outcome(asked: Interpretation, *, perimeter: Perimeter, deadline: float) -> Outcome:
    if asked.parsed.has_words:
        return run_engines(ENGINES, inquiry_of(asked), deadline=deadline)
    if asked.pages is None:
        return Outcome({}, [], {})
    browsed = browse(asked.pages, perimeter=perimeter, scopes=asked.scopes)
    return Outcome({LexicalEngine.name: browsed}, [], {})


def _milliseconds(began: float, ended: float) -> float:
    return round((ended - began) * 1000, 2)
