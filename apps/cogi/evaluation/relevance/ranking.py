"""Ranks a scope's pages through ``search``, the read path of every surface, engine by engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.test.utils import override_settings

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.relevance.measures import DEPTH
from cogi.retrieval.searching import search

_AS_FUSED: Mapping[str, Any] = {
    "COGI_RERANKERS": {"default": None},
    "COGI_SPARSE_ENCODERS": {"default": None},
    "COGI_RANKING_PROFILE": None,
}
ENGINES: Mapping[str, Mapping[str, Any]] = {
    "lexical": {"COGI_EMBEDDERS": {"default": None}, **_AS_FUSED},
    "dense": {"COGI_ENGINE_WEIGHTS": {"lexical": 0.0, "dense": 1.0}, **_AS_FUSED},
    "rrf": {"COGI_ENGINE_WEIGHTS": {"lexical": 1.0, "dense": 1.0}, **_AS_FUSED},
    "full": {},
}
"""The settings that make ``search`` answer by one engine, by plain fusion, or as it is configured."""
FULL = "full"

# What is late in a request must not be missing from a measurement. No threads, so that a release that this
# transaction has not committed yet can be measured too, and no cache, which would keep what a refused one
# showed. What a hit shows is not looked at.
_PATIENCE: Mapping[str, Any] = {
    "COGI_SEARCH_DEADLINE": 60.0,
    "COGI_ENGINE_DEADLINES": {},
    "COGI_RERANK_DEADLINE": 60.0,
    "COGI_ENGINE_THREADS": 0,
    "COGI_CACHE": None,
    "COGI_PASSAGES_PER_HIT": 1,
    "COGI_FACET_METADATA": [],
}


class UnknownEngine(EvaluationError):
    """There is no such way of ranking."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no engine “{name}”. Choose from {', '.join(ENGINES)}.")


@dataclass(frozen=True, slots=True)
class Ranked:
    """Page uids, best first, by query id, and the engines that were missing from some of them."""

    rankings: Mapping[str, Sequence[str]]
    degraded: frozenset[str]


def rank_pages(scope: Scope, queries: Mapping[str, str], *, engine: str, clearance: Classification) -> Ranked:
    """Rank the pages of ``scope`` for every query as a viewer with ``clearance`` would see them."""
    perimeter = Perimeter.of({scope.pk: clearance})
    rankings: dict[str, list[str]] = {}
    degraded: set[str] = set()
    with override_settings(**_PATIENCE, **ENGINES[engine]):
        for query, text in queries.items():
            found = search(text, perimeter=perimeter, scopes=[scope.slug], limit=DEPTH)
            # A page that only an engine of weight 0 offers has no score.
            rankings[query] = [hit.uid for hit in found.hits if hit.score > 0]
            degraded |= {missing.engine for missing in found.degraded if missing.reason != "off"}
    return Ranked(rankings, frozenset(degraded))
