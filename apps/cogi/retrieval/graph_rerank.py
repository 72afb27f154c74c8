"""Graph rerank: pages near what the question names, and near the one that is read, move up."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import DatabaseError

from cogi.corpus.vocabulary import EdgeLabel
from cogi.graph.inducing import edges_among, has_edges
from cogi.graph.naming import named_nodes
from cogi.graph.pagerank import WeightedGraph
from cogi.graph.view import GraphView
from cogi.graph.walking import Direction, neighbourhood
from cogi.index.caching import BoundedCache
from cogi.retrieval.anchors import view_of
from cogi.retrieval.conf import conf
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.odds import with_odds
from cogi.retrieval.parallel import limited_transaction
from cogi.retrieval.reranking import Reranking
from cogi.retrieval.results import Degradation
from cogi.retrieval.scopes import ScopeState

logger = logging.getLogger(__name__)

STAGE = "graph rerank"
LONGEST_SECONDS = 0.2
HEAD = 100
"""Pages that are looked at; those behind them keep their order."""
_linked: BoundedCache[tuple[UUID, int], bool] = BoundedCache(capacity=lambda: 10_000, size=lambda _: 1)
_WEIGHTS = {
    EdgeLabel.DEPENDS_ON: 1.0,
    EdgeLabel.IMPLEMENTED_BY: 1.0,
    EdgeLabel.SUPERSEDED_BY: 0.8,
    EdgeLabel.TEACHES_SKILL: 0.8,
    EdgeLabel.PART_OF: 0.6,
    EdgeLabel.APPLIES_TO: 0.6,
    EdgeLabel.DERIVED_FROM: 0.6,
    EdgeLabel.FOR_ROLE: 0.5,
    EdgeLabel.XREF: 0.4,
}


def graph_rerank(
    pages: Sequence[FusedPage],
    *,
    anchors: Collection[int] = (),
    may_be_anchors: bool = False,
    context_uid: str | None = None,
    scopes: Sequence[ScopeState],
    deadline: float,
) -> Reranking:
    """Return ``pages`` with the scores of the first hundred raised by what the graph says of them.

    odds(score) · (1 + COGI_GRAPH_PRIOR · share / greatest share), the share being that of personalised
    PageRank from ``anchors`` (nodes that the question names) and the node ``context_uid`` (that the reader is
    on), on the subgraph of them, the pages, and what surrounds the context. The context is no answer, and
    anchors are none unless ``may_be_anchors``. Where the database fails or is not done in time, the order
    stands, and ``degraded`` says so.
    """
    context = "" if context_uid is None or "\0" in context_uid else context_uid
    if not ((anchors or context) and pages and conf.graph_prior):
        return Reranking(pages)
    limit = min(deadline, time.monotonic() + LONGEST_SECONDS)
    walk = _Walk(tuple(anchors), may_be_anchors, context)
    try:
        if not (linked := [scope for scope in scopes if _has_edges(scope, limit)]):
            return Reranking(pages)
        with limited_transaction(limit):
            shares = _shares([page.page_id for page in pages[:HEAD]], walk, view_of(linked))
    except DatabaseError as error:
        logger.warning("retrieval.graph_rerank.failed error=%s", type(error).__name__)
        return Reranking(pages, [Degradation(STAGE, "deadline" if time.monotonic() >= limit else "error")])
    return Reranking(_raised(pages, shares))


def _has_edges(scope: ScopeState, limit: float) -> bool:
    """Look once for each release: one without edges then costs its searches nothing."""
    key = (scope.key, scope.release_number)
    known = _linked.get(key)
    if known is None:
        with limited_transaction(limit):
            known = has_edges(view_of([scope]))
        _linked.put(key, known)
    return known


@dataclass(frozen=True, slots=True)
class _Walk:
    """Where a walk starts, and whether it may end there."""

    anchors: Sequence[int]
    may_be_anchors: bool
    context_uid: str


def _raised(pages: Sequence[FusedPage], shares: Mapping[int, float]) -> Sequence[FusedPage]:
    greatest = max(shares.values(), default=0.0)
    if not greatest:
        return pages
    head, tail = pages[:HEAD], pages[HEAD:]
    for page in head:
        prior = shares[page.page_id] / greatest
        page.notes["graph_prior"] = round(prior, 6)
        page.score = with_odds(page.score, 1 + conf.graph_prior * prior)
    return [*sorted(head, key=lambda page: -page.score), *tail]


def _shares(pages: Sequence[int], walk: _Walk, view: GraphView) -> dict[int, float]:
    """Return the share of each of ``pages``; nothing where no edge leads anywhere."""
    context = _context(walk.context_uid, view)
    around: Collection[int] = ()
    if context:
        around = neighbourhood(context, view=view, labels=EdgeLabel, direction=Direction.BOTH, depth=2)
    seeds = [*context, *walk.anchors]
    hops = edges_among({*pages, *seeds, *around}, view=view) if seeds else []
    if not hops:
        return {}
    graph = WeightedGraph()
    graph.add([*pages, *seeds])
    for hop in hops:
        graph.link(hop.source, hop.target, _WEIGHTS[hop.label])
    shares = graph.rank(dict.fromkeys(seeds, 1.0))
    no_answer = {*context, *(() if walk.may_be_anchors else walk.anchors)}
    return {page: 0.0 if page in no_answer else shares[page] for page in pages}


def _context(uid: str, view: GraphView) -> list[int]:
    return [node.node_id for node in named_nodes([uid], view=view) if node.uid == uid] if uid else []
