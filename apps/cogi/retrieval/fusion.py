"""Weighted reciprocal rank fusion over pages: score(page) = Σ_e w_e / (60 + rank_e), rank from 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cogi.retrieval.engines.base import Candidate

RANK_CONSTANT = 60
"""Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet, SIGIR 2009."""


class EngineRank(NamedTuple):
    """Where one engine put a page, the score that it gave, and what that adds to the page's score."""

    rank: int
    score: float
    term: float


@dataclass(slots=True)
class FusedPage:
    """A page with its fused score and its passages (id → fused passage score).

    ``reranked`` is the reranker's score, None for a page that it was not asked about. ``notes`` are what an
    explanation says beside the scores.
    """

    page_id: int
    score: float = 0.0
    ranks: dict[str, EngineRank] = field(default_factory=dict)
    passages: dict[int, float] = field(default_factory=dict)
    reranked: float | None = None
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def rrf(self) -> float:
        """The sum of the engines' terms; ``score``, unless the pages were ranked by other means since."""
        return sum(rank.term for rank in self.ranks.values())

    def best_passages(self, count: int) -> list[int]:
        return sorted(self.passages, key=lambda pk: (-self.passages[pk], pk))[:count]


def fuse(
    offers: Mapping[str, Sequence[Candidate]],
    *,
    weights: Mapping[str, float],
    decays: Mapping[str, float] | None = None,
    k: int = RANK_CONSTANT,
) -> list[FusedPage]:
    """Fuse the engines' candidates (best first) into pages, best first, ties by page id.

    Within an engine a page scores ``Σ_i decay^i · score_i`` over its passages, the best being ``i`` = 0, with
    the engine's own of ``decays`` (0 when it has none: its best passage alone). Passages are fused by their
    own ranks, so that a page can show its best ones.
    """
    pages: dict[int, FusedPage] = {}
    for engine, candidates in offers.items():
        weight = weights.get(engine, 1.0)
        for rank, (passage_id, page_id, _) in enumerate(candidates, start=1):
            page = pages.get(page_id)
            if page is None:
                page = pages[page_id] = FusedPage(page_id)
            page.passages[passage_id] = page.passages.get(passage_id, 0.0) + weight / (k + rank)
        grouped = page_scores(candidates, (decays or {}).get(engine, 0.0))
        for rank, (page_id, score) in enumerate(grouped, start=1):
            term, page = weight / (k + rank), pages[page_id]
            page.ranks[engine] = EngineRank(rank, score, term)
            page.score += term
    return sorted(pages.values(), key=lambda page: (-page.score, page.page_id))


def page_scores(candidates: Sequence[Candidate], decay: float) -> list[tuple[int, float]]:
    """Return ``(page id, score)``, best first; of one score, the page of the better passage first."""
    scores: dict[int, float] = {}
    shares: dict[int, float] = {}
    for _, page_id, score in candidates:
        share = shares.get(page_id, 1.0)
        scores[page_id] = scores.get(page_id, 0.0) + share * score
        shares[page_id] = share * decay
    return sorted(scores.items(), key=lambda scored: -scored[1])
