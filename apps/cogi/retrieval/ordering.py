"""The stages after fusion, in turn: the graph, the reranker, and what editors pinned."""

from __future__ import annotations

from collections.abc import Sequence

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.graph_rerank import graph_rerank
from cogi.retrieval.interpreting import Interpretation
from cogi.retrieval.query_language import ParsedQuestion
from cogi.retrieval.reranking import Reranking, rerank
from cogi.retrieval.signals import place_pins


def order(
    fused: Sequence[FusedPage],
    asked: Interpretation,
    corrected: ParsedQuestion,
    *,
    perimeter: Perimeter,
    reranked: bool,
    deadline: float,
) -> Reranking:
    """Return ``fused`` in the order that is shown, and what each stage could not do.

    ``reranked`` says whether pages are wanted that a reranker may order.
    """
    near = graph_rerank(fused, context_uid=asked.context_uid, scopes=asked.scopes, deadline=deadline)
    ranked = Reranking(near.pages)
    if reranked:
        ranked = rerank(
            near.pages, corrected.text, perimeter=perimeter, scopes=asked.scopes, deadline=deadline
        )
    texts = {asked.parsed.text, corrected.text}
    pinned = place_pins(ranked.pages, asked=asked, texts=texts, deadline=deadline)
    return Reranking(pinned.pages, [*near.degraded, *ranked.degraded, *pinned.degraded])
