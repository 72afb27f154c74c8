"""One evaluation: judged questions are ranked by each engine, and measured. It keeps nothing."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogi.corpus.classification import LOWEST, Classification
from cogi.corpus.models import Scope
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.progress import Say
from cogi.evaluation.relevance.beir import Judged
from cogi.evaluation.relevance.measures import QueryScores, Rankings, means, measure
from cogi.evaluation.relevance.ranking import ENGINES, FULL, UnknownEngine, rank_pages
from cogi.inference.embedders import default_embedder

KEPT_PAGES = 10
"""How many pages of a ranking are kept, to see later what moved."""


class NoEmbedder(EvaluationError):
    """An engine needs vectors, and no embedder is configured."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            f"The engine “{engine}” needs an embedder, and COGI_EMBEDDERS has none as default. "
            "Configure one, or evaluate --engines lexical."
        )


@dataclass(frozen=True, slots=True)
class Subject:
    """Judged questions, and the scope that is asked as by a viewer with ``clearance``."""

    name: str
    scope: Scope
    judged: Judged
    clearance: Classification = LOWEST
    golden_set_id: int | None = None


@dataclass(frozen=True, slots=True)
class EngineScores:
    """What one engine reached on each query, its best pages, and what was missing for some queries."""

    scores: QueryScores
    rankings: Rankings
    degraded: Sequence[str]

    @property
    def means(self) -> dict[str, float]:
        return means(self.scores)


@dataclass(frozen=True, slots=True)
class Measured:
    """One subject with the scores of each engine, read at one release."""

    subject: Subject
    release_number: int
    engines: Mapping[str, EngineScores]
    seconds: float

    @property
    def means(self) -> dict[str, dict[str, float]]:
        return {name: engine.means for name, engine in self.engines.items()}


def require_engines(engines: Sequence[str]) -> None:
    """Raise ``UnknownEngine``, or ``NoEmbedder`` when one needs vectors and there is no embedder."""
    for engine in engines:
        if engine not in ENGINES:
            raise UnknownEngine(engine)
        if engine not in {"lexical", FULL} and default_embedder() is None:
            raise NoEmbedder(engine)


def evaluate(subject: Subject, *, engines: Sequence[str], say: Say) -> Measured:
    """Measure ``engines`` on ``subject``.

    Raises:
        MetricsNotInstalled: when ir_measures is missing.
    """
    began = time.perf_counter()
    subject.scope.refresh_from_db(fields=["version", "release_number"])
    if subject.judged.unjudged:
        say(f"{subject.name}: {subject.judged.unjudged:,} queries have no judgement and are left out.")
    measured = {engine: _measure_engine(subject, engine, say=say) for engine in engines}
    return Measured(subject, subject.scope.release_number, measured, time.perf_counter() - began)


def _measure_engine(subject: Subject, engine: str, *, say: Say) -> EngineScores:
    judged = subject.judged
    ranked = rank_pages(subject.scope, judged.queries, engine=engine, clearance=subject.clearance)
    if ranked.degraded:
        missing = ", ".join(sorted(ranked.degraded))
        say(f"{subject.name}, {engine}: without {missing} for some queries.")
    return EngineScores(
        measure(ranked.rankings, judged.qrels),
        {query: uids[:KEPT_PAGES] for query, uids in ranked.rankings.items()},
        sorted(ranked.degraded),
    )
