"""Weighted reciprocal rank fusion over pages: score(page) = Σ_e w_e / (60 + rank_e), rank from 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cogi.retrieval.engines.base import Candidate

RANK_CONSTANT = 60
"""Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet, SIGIR 2009."""


@dataclass(frozen=True, slots=True)
class EngineRank:
    """Where one engine put a page, by the page's best passage, and what that adds to the score."""

    rank: int
    score: float
    term: float


@dataclass(slots=True)
class FusedPage:
    """A page with its fused score and its passages (id → fused passage score)."""

    page_id: int
    score: float = 0.0
    ranks: dict[str, EngineRank] = field(default_factory=dict)
    passages: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    def best_passages(self, count: int) -> list[int]:
        return sorted(self.passages, key=lambda pk: (-self.passages[pk], pk))[:count]


def fuse(
    offers: Mapping[str, Sequence[Candidate]], *, weights: Mapping[str, float], k: int = RANK_CONSTANT
) -> list[FusedPage]:
    """Fuse the engines' candidates (best first) into pages, best first, ties by page id.

    Pages are ranked within an engine by their best passage; passages are fused in the same way so that
    a page can show its best ones.
    """
    pages: dict[int, FusedPage] = {}
    for engine, candidates in offers.items():
        weight = weights.get(engine, 1.0)
        rank = 0
        for passage_rank, candidate in enumerate(candidates, start=1):
            page = pages.setdefault(candidate.page_id, FusedPage(candidate.page_id))
            page.passages[candidate.passage_id] += weight / (k + passage_rank)
            if engine not in page.ranks:
                rank += 1
                term = weight / (k + rank)
                page.ranks[engine] = EngineRank(rank, candidate.score, term)
                page.score += term
    return sorted(pages.values(), key=lambda page: (-page.score, page.page_id))
