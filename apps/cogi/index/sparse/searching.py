"""Ranks passages by the dot product of a question's term weights and theirs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cogi.index.reading import SPARSE_BLOCKS, ReleaseKey, read_postings
from cogi.index.scoring import Board, loops, lower_bound, restrict
from cogi.index.scratch import cleared_board
from cogi.index.sparse.views import SparseView, sparse_view


class SparseMatch(NamedTuple):
    passage_id: int
    page_id: int
    score: float


@dataclass(frozen=True, slots=True)
class SparseMatches:
    """The best passages, and the share of the visible ones that the model knows."""

    best: Sequence[SparseMatch]
    share: float


def search_sparse(
    weights: Mapping[str, float],
    *,
    model_name: str,
    releases: Sequence[ReleaseKey],
    limit: int,
    pages: Collection[int] | None = None,
) -> SparseMatches:
    """Rank the passages of ``releases`` by ``Σ_t weights[t] · weight of t in the passage``.

    A score depends on the passage alone, and only classes that the viewer sees are read. ``pages`` keeps
    only the passages of these page nodes.
    """
    views = [sparse_view(release, model_name=model_name) for release in releases]
    found = [match for view in views for match in _matches(view, weights, limit, pages)]
    found.sort(key=lambda match: (-match.score, match.passage_id))
    total = sum(view.passages.size for view in views)
    return SparseMatches(found[:limit], sum(view.covered for view in views) / total if total else 1.0)


def _matches(
    view: SparseView, weights: Mapping[str, float], limit: int, pages: Collection[int] | None
) -> list[SparseMatch]:
    if not view.known:
        return []
    with cleared_board(view.passages.size) as board:
        _add_up(board, view, weights)
        if pages is not None:
            restrict(board, np.isin(view.pages, np.fromiter(pages, np.int64, len(pages))))
        documents, scores = loops().collect(board, lower_bound(board, limit))
        rows = zip(
            view.passages[documents].tolist(), view.pages[documents].tolist(), scores.tolist(), strict=True
        )
        return list(map(SparseMatch._make, rows))


def _add_up(board: Board, view: SparseView, weights: Mapping[str, float]) -> None:
    packed = read_postings([known.entry for known in view.known], weights, select=SPARSE_BLOCKS)
    # In the question's order, so that equal passages score equal.
    for term, weight in weights.items():
        for known, data in zip(view.known, packed[term], strict=True):
            if data:
                loops().add(board, *known.decode(data), weight)
