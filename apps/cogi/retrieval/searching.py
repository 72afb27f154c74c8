"""The one read path: question in, pages out, the same for every surface."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.conf import conf
from cogi.retrieval.engines import DenseEngine, Engine, Inquiry, LexicalEngine
from cogi.retrieval.facets import facets
from cogi.retrieval.filtering import Filters, pages_matching
from cogi.retrieval.fusion import FusedPage, fuse
from cogi.retrieval.parallel import Outcome, run_engines
from cogi.retrieval.presenting import present
from cogi.retrieval.questions import clean_question
from cogi.retrieval.results import Results
from cogi.retrieval.scopes import read_scopes

ENGINES: tuple[Engine, ...] = (LexicalEngine(), DenseEngine())


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
) -> Results:
    """Return the pages that answer ``question`` best, ``limit`` of them from ``offset`` on.

    ``scopes`` are slugs (None: the default variant of every visible product); ``as_of`` reads each scope's
    newest release of that moment; ``explain`` adds each engine's rank and term to every hit. Engines that
    are late or fail within ``COGI_SEARCH_DEADLINE`` are named in ``degraded``.

    Raises:
        InvalidQuestion: empty, or too long.
        UnknownScope: absent, or outside the perimeter.
    """
    began = time.perf_counter()
    deadline = time.monotonic() + conf.deadline
    asked = clean_question(question)
    states = read_scopes(perimeter, slugs=scopes, as_of=as_of)
    pages = pages_matching(filters, perimeter=perimeter, scopes=states) if filters else None
    outcome = run_engines(ENGINES, Inquiry(asked, states, conf.candidates, pages), deadline=deadline)
    fused = fuse(
        {name: offer.candidates for name, offer in outcome.offers.items()}, weights=_weights(outcome)
    )
    fused_at = time.perf_counter()
    hits = present(asked, fused[offset : offset + limit], perimeter=perimeter, scopes=states, explain=explain)
    return Results(
        query=asked,
        total=_total(outcome, fused),
        hits=hits,
        facets=facets(outcome, states),
        degraded=outcome.degraded,
        timings_ms=_timings(outcome.timings_ms, began, fused_at),
        scope_versions={state.slug: state.version for state in states},
    )


def _weights(outcome: Outcome) -> dict[str, float]:
    """Return each engine's weight, less what it does not know of the corpus."""
    return {name: conf.engine_weights.get(name, 1.0) * offer.share for name, offer in outcome.offers.items()}


def _total(outcome: Outcome, fused: Sequence[FusedPage]) -> int:
    lexical = outcome.offers.get(LexicalEngine.name)
    return max(lexical.page_count if lexical else 0, len(fused))


def _timings(engines: Mapping[str, float], began: float, fused_at: float) -> dict[str, float]:
    now = time.perf_counter()
    return {
        **engines,
        "hydration": round((now - fused_at) * 1000, 2),
        "total": round((now - began) * 1000, 2),
    }
