"""The stages after fusion, in turn: the graph, signals, the reranker, and what editors pinned."""

from __future__ import annotations

from collections.abc import Sequence

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.finding import Findings
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.graph_rerank import graph_rerank
from cogi.retrieval.interpreting import Interpretation
from cogi.retrieval.reranking import Reranking, rerank
from cogi.retrieval.signals import apply_signals, outlast, place_pins


def order(
    fused: Sequence[FusedPage],
    asked: Interpretation,
    found: Findings,
    *,
    perimeter: Perimeter,
    reranked: bool,
    deadline: float,
) -> Reranking:
    """Return ``fused`` in the order that is shown, and what each stage could not do.

    ``reranked`` says whether pages are wanted that a reranker may order.
    """
    near = graph_rerank(
        fused,
        anchors=[anchor.node_id for anchor in found.mentions.anchors],
        may_be_anchors=found.classified is None or found.classified.relation is None,
        context_uid=asked.context_uid,
        scopes=asked.scopes,
        deadline=deadline,
    )
    moved = apply_signals(
        near.pages,
        asked=asked,
        classified=found.classified,
        mentions=found.mentions,
        perimeter=perimeter,
        deadline=deadline,
    )
    ranked = Reranking(moved.pages)
    if reranked:
        ranked = rerank(
            moved.pages, found.corrected.text, perimeter=perimeter, scopes=asked.scopes, deadline=deadline
        )
    texts = {asked.parsed.text, found.corrected.text}
    settled = outlast(ranked.pages, moved.successions)
    pinned = place_pins(settled, asked=asked, texts=texts, deadline=deadline)
    return Reranking(pinned.pages, [*near.degraded, *moved.degraded, *ranked.degraded, *pinned.degraded])
