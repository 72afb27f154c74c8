"""One evaluation: collections are loaded, ranked by each engine, and measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.progress import Say
from cogi.evaluation.relevance.beir import Collection
from cogi.evaluation.relevance.loading import Loading, embed_collection, load_collection
from cogi.evaluation.relevance.measures import MEASURES, measure
from cogi.evaluation.relevance.ranking import ENGINES, UnknownEngine, rank_documents
from cogi.inference.embedders import default_embedder

Scores = Mapping[str, Mapping[str, float]]
"""Means by metric, by engine."""


class NoEmbedder(EvaluationError):
    """An engine needs vectors, and no embedder is configured."""

    def __init__(self, engine: str) -> None:
        super().__init__(
            f"The engine “{engine}” needs an embedder, and COGI_EMBEDDERS has none as default. "
            "Configure one, or evaluate --engines lexical."
        )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The scores of each collection by its name."""

    by_collection: Mapping[str, Scores]

    def as_json(self) -> dict[str, Any]:
        """Return the means over the collections, and each collection's own."""
        return {
            "engines": self.means(),
            "collections": {name: {"engines": scores} for name, scores in self.by_collection.items()},
        }

    def means(self) -> dict[str, dict[str, float]]:
        scores = list(self.by_collection.values())
        return {
            engine: {name: fmean(each[engine][name] for each in scores) for name in MEASURES}
            for engine in scores[0]
        }


def evaluate(
    collections: Sequence[Collection], *, engines: Sequence[str], loading: Loading, say: Say
) -> Evaluation:
    """Measure ``engines`` on every one of ``collections``.

    Raises:
        UnknownEngine: for an engine that is not among ``ranking.ENGINES``.
        NoEmbedder: when an engine needs vectors and there is no embedder.
        InvalidFile: when a corpus is broken.
        MetricsNotInstalled: when ir_measures is missing.
    """
    for engine in engines:
        if engine not in ENGINES:
            raise UnknownEngine(engine)
        if engine != "lexical" and default_embedder() is None:
            raise NoEmbedder(engine)
    return Evaluation(
        {each.name: _evaluate_one(each, engines, loading, say=say) for each in collections},
    )


def _evaluate_one(collection: Collection, engines: Sequence[str], loading: Loading, *, say: Say) -> Scores:
    scope = load_collection(collection, loading, say=say)
    embedder = default_embedder()
    if embedder is not None and set(engines) != {"lexical"}:
        embed_collection(scope, embedder, say=say)
    scores = {}
    for engine in engines:
        ranked = rank_documents(scope, collection.queries, engine=engine)
        if ranked.degraded:
            say(
                f"{collection.name}, {engine}: without {', '.join(sorted(ranked.degraded))} for some queries."
            )
        scores[engine] = measure(ranked.rankings, collection.qrels)
    return scores
