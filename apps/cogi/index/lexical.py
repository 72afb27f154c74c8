"""BM25 over the live passages that a viewer sees: scores depend on nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cogi.index import phrases
from cogi.index.interpreting import interpret
from cogi.index.lexical_query import LexicalQuery
from cogi.index.reading import ReleaseKey
from cogi.index.scoring import Board, Documents, Flags, loops, lower_bound, restrict
from cogi.index.scratch import cleared_board
from cogi.index.views import View, view_of


class LexicalMatch(NamedTuple):
    passage_id: int
    page_id: int
    score: float


@dataclass(frozen=True, eq=False)
class LexicalMatches:
    """The best passages, what unknown words were taken for, and all pages that match.

    Those are worked out when they are asked for: of the ``documents`` (m,) that match, ``page_numbers`` (n,)
    say which of ``page_ids`` (p,) each belongs to.
    """

    best: Sequence[LexicalMatch] = ()
    corrections: Mapping[str, str] = field(default_factory=dict)
    documents: Documents = field(default_factory=lambda: np.zeros(0, np.int32))
    page_numbers: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    page_ids: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    @cached_property
    def pages(self) -> NDArray[np.int64]:
        """The ids of all pages that match, ascending."""
        matching = np.zeros(self.page_ids.size, np.bool_)
        matching[self.page_numbers[self.documents]] = True
        return self.page_ids[matching]

    @property
    def page_count(self) -> int:
        return self.pages.size


def search_lexical(
    query: LexicalQuery | str,
    *,
    releases: Sequence[ReleaseKey],
    limit: int,
    pages: Collection[int] | None = None,
) -> LexicalMatches:
    """Rank the passages of ``releases`` for ``query`` by BM25F.

    ``score = Σ_t idf(t) · tf·(k1+1) / (tf + k1·(1 - b + b·len/avglen))`` with field-weighted ``tf`` and
    ``len`` (Robertson, Zaragoza, Taylor 2004) and ``idf = ln(1 + (N - df + ½)/(df + ½))``; ``N``, ``df`` and
    ``avglen`` are exact over the live passages of the visible classes of all ``releases`` together.
    ``pages`` keeps only the passages of these page nodes; like phrases and exclusions it does not change
    the scores of what stays. Excluded words drop whole pages, phrases must stand in the passage.
    """
    asked = LexicalQuery(query) if isinstance(query, str) else query
    view = view_of(tuple(releases))
    if view is None or limit < 1:
        return LexicalMatches()
    interpretation = interpret(asked, view)
    with cleared_board(view.live.size) as board:
        # The longest first: what nothing has touched yet is quicker to add.
        for postings, weight in sorted(interpretation.terms, key=lambda term: -term[0].documents.size):
            loops().add(board, postings.documents, postings.impacts, weight)
        for allowed in _restrictions(asked, view, pages):
            restrict(board, allowed)
        documents = board.touched[: board.size].copy()
        best = _best(view, board, limit)
    return LexicalMatches(best, interpretation.corrections, documents, view.page_numbers, view.page_ids)


def _restrictions(query: LexicalQuery, view: View, pages: Collection[int] | None) -> Iterable[Flags]:
    if pages is not None:
        yield view.of_pages(pages)
    for phrase in query.phrases:
        holding = _holding(view, phrase)
        if holding is not None:
            yield holding
    for excluded in query.excluded:
        holding = _holding(view, excluded)
        if holding is not None:
            unwanted = np.zeros(view.page_ids.size, np.bool_)
            unwanted[view.page_numbers[holding]] = True
            yield ~unwanted[view.page_numbers]


def _holding(view: View, phrase: str) -> Flags | None:
    """Tell which documents hold ``phrase``; None when no part of the view has a word for it."""
    found = [phrases.documents_with(view, part, phrase) for part in view.parts]
    if all(documents is None for documents in found):
        return None
    holding = np.zeros(view.live.size, np.bool_)
    for documents in found:
        if documents is not None:
            holding[documents] = True
    return holding


def _best(view: View, board: Board, limit: int) -> list[LexicalMatch]:
    documents, scores = loops().collect(board, lower_bound(board, limit))
    if scores.size > limit:
        leading = scores >= np.partition(scores, -limit)[-limit]
        documents, scores = documents[leading], scores[leading]
    passages = view.passages[documents]
    # Ties go by passage id, so that the order is always the same.
    order = np.lexsort((passages, -scores))[:limit]
    page_ids = view.page_ids[view.page_numbers[documents[order]]]
    rows = zip(passages[order].tolist(), page_ids.tolist(), scores[order].tolist(), strict=True)
    return list(map(LexicalMatch._make, rows))
