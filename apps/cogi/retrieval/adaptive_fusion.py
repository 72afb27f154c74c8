"""Ranks the head of the fused pages by a convex combination of the engines' standardised scores.

score(page) = Σ_e w_e · (s_e(page) - mean_e) / deviation_e over the head, with weights that the class of
the question decides (Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval, TOIS 2023, on
convex combination against RRF). Reciprocal rank fusion chooses the head and the passages; it stands alone
where only one engine has something to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest

import numpy as np
from numpy.typing import NDArray

from cogi.retrieval.engines.base import Candidate
from cogi.retrieval.fusion import FusedPage

HEAD = 100
"""Pages that are ranked by their scores; those behind them keep their order."""
_LEAST_DEVIATION = 1e-6
_NEAREST_PAGES = 5
_FURTHER_DECAY = 0.5

PageScores = Mapping[str, Mapping[int, float]]
"""Each engine's scores by page id."""
Floats = NDArray[np.float64]


def standardised(pages: Sequence[int], scores: Mapping[int, float]) -> Floats:
    """Return ``(s - mean) / deviation`` of ``pages`` (n,); one without a score gets the least of all."""
    least = min(scores.values(), default=0.0)
    values = np.array([scores.get(page, least) for page in pages], np.float64)
    deviation = values.std()
    centred: Floats = (values - values.mean()) / (deviation if deviation > _LEAST_DEVIATION else 1.0)
    return centred


def near_page_scores(candidates: Iterable[Candidate]) -> dict[int, float]:
    """Return each page's similarity: of its best passage, and half of what its others exceed a limit by.

    That is the similarity of the fifth page's best passage. So a page with several of the nearest passages
    goes before one with a single one, and a long page gains nothing by many that are somewhat near.
    """
    by_page: dict[int, list[float]] = {}
    for candidate in candidates:
        by_page.setdefault(candidate.page_id, []).append(candidate.score)
    limit = min(nlargest(_NEAREST_PAGES, map(max, by_page.values())), default=0.0)
    return {page: _with_near(sorted(scores, reverse=True), limit) for page, scores in by_page.items()}


def _with_near(scores: Sequence[float], limit: float) -> float:
    further = (score - limit for score in scores[1:] if score > limit)
    return scores[0] + sum(_FURTHER_DECAY**place * excess for place, excess in enumerate(further, start=1))


def combine(
    fused: Sequence[FusedPage], scores: PageScores, *, weights: Mapping[str, float]
) -> list[FusedPage]:
    """Return ``fused`` with its first ``HEAD`` pages in order of the weighted sum of their standard scores.

    The sums are made positive by the logistic function, so that ``score`` stays one; the pages behind the
    head get what keeps them there.
    """
    head, tail = list(fused[:HEAD]), fused[HEAD:]
    total = sum(weights.values())
    if not head or not total:
        return list(fused)
    ids = [page.page_id for page in head]
    sums = sum(
        (weight / total * standardised(ids, scores[engine]) for engine, weight in weights.items()),
        np.zeros(len(ids)),
    )
    for page, value in zip(head, np.round(1 / (1 + np.exp(-sums)), 9).tolist(), strict=True):
        page.score = value
    # What was fused together stays so among equals: sorting is stable.
    head.sort(key=lambda page: -page.score)
    for page in tail:
        page.score *= head[-1].score
    return [*head, *tail]
