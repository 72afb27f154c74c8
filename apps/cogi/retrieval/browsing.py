"""Pages in reading order, for a question that filters and has no word to search for."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from cogi.corpus.models import Passage
from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.engines.base import Candidate, Offer
from cogi.retrieval.scopes import ScopeState, held_in


def browse(pages: Collection[int], *, perimeter: Perimeter, scopes: Sequence[ScopeState]) -> Offer:
    """Offer each of ``pages`` (node ids) that has any text, with its first passage."""
    firsts = list(
        Passage.objects.within(perimeter)
        .filter(held_in(scopes), page__in=pages)
        .order_by("page__path", "node__path", "ordinal")
        .distinct("page__path")
        .values_list("pk", "page_id")
    )
    found = np.array([page_id for _, page_id in firsts], np.int64)
    return Offer([Candidate(pk, page_id, 0.0) for pk, page_id in firsts], len(firsts), found)
