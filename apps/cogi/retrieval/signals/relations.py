"""What edges say of the pages found: which another one supersedes, and which the reader's page depends on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from cogi.corpus.vocabulary import PAGE_PARTS, EdgeLabel
from cogi.graph.view import SEEN, in_view
from cogi.index.caching import BoundedCache
from cogi.retrieval.anchors import view_of
from cogi.retrieval.conf import conf
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.odds import with_odds
from cogi.retrieval.parallel import limited_transaction
from cogi.retrieval.scopes import ScopeState
from cogi.retrieval.signals.head import Head, Said

MOST_KEPT = 200_000
"""Superseded pages that a process remembers, of all releases."""
LONGEST_CHAIN = 5
"""Pages in a row that supersede one another, that are looked at."""
SUPERSEDED = "superseded"

_SUPERSEDED = f"""
SELECT edge.source_id, edge.target_id
  FROM cogi_corpus_edge AS edge
  JOIN {SEEN} ON {in_view("edge")}
  JOIN cogi_corpus_noderevision AS old ON old.node_id = edge.source_id AND {in_view("old")}
  JOIN cogi_corpus_noderevision AS new ON new.node_id = edge.target_id AND {in_view("new")}
 WHERE edge.label = '{EdgeLabel.SUPERSEDED_BY}' AND edge.source_id <> edge.target_id
   AND old.kind <> ALL(%(parts)s::text[]) AND new.kind <> ALL(%(parts)s::text[])
 ORDER BY edge.id
"""  # noqa: S608 - composed of constants
_NEEDED = f"""
SELECT DISTINCT edge.target_id
  FROM cogi_corpus_node AS node
  JOIN cogi_corpus_noderevision AS revision ON revision.node_id = node.id
  JOIN {SEEN} ON {in_view("revision")} AND revision.classification <= seen.clearance
  JOIN cogi_corpus_edge AS edge ON edge.source_id = node.id AND {in_view("edge")}
 WHERE node.scope_id = ANY(%(scopes)s::bigint[]) AND node.uid = %(context)s
   AND edge.label = '{EdgeLabel.DEPENDS_ON}' AND edge.target_id = ANY(%(pages)s::bigint[])
"""  # noqa: S608 - composed of constants

Pairs = Mapping[int, Sequence[int]]
Succession = tuple[FusedPage, FusedPage]
_kept: BoundedCache[tuple[UUID, int], Pairs] = BoundedCache(
    capacity=lambda: MOST_KEPT, size=lambda pairs: 1 + len(pairs)
)


def prerequisites(head: Head) -> Mapping[int, Said]:
    """Speak of the pages that the one being read depends on."""
    context = head.asked.context_uid
    if not context or "\0" in context:
        return {}
    pages = [page.page_id for page in head.pages]
    with limited_transaction(head.limit):
        rows = list(view_of(head.asked.scopes).rows(_NEEDED, context=context, pages=pages))
    return {page_id: Said(conf.signals.get("prerequisite", 1.0), context) for (page_id,) in rows}


def succeeded(head: Head) -> list[Succession]:
    """Return the pages that another one of those found supersedes, each with that one."""
    if conf.signals.get(SUPERSEDED, 1.0) >= 1:
        return []
    known = [pairs for scope in head.asked.scopes if (pairs := _successors(scope, head.limit))]
    found = {page.page_id: page for page in head.pages} if known else {}
    return [
        (page, found[new])
        for each in known
        for page in head.pages
        for new in each.get(page.page_id, ())
        if new in found and page.page_id not in each.get(new, ())
    ]


def sink(successions: Sequence[Succession]) -> None:
    """Let no page score more than ``COGI_SIGNALS["superseded"]`` of the odds of what supersedes it."""
    most = conf.signals.get(SUPERSEDED, 1.0)
    # What supersedes a page may be superseded itself, and sink first.
    for _ in range(LONGEST_CHAIN if successions else 0):
        for page, successor in successions:
            allowed = with_odds(successor.score, most)
            if page.score > allowed:
                page.score = allowed
                page.notes.setdefault("signals", {})[SUPERSEDED] = {"factor": most}


def _successors(scope: ScopeState, limit: float) -> Pairs:
    """Return which pages supersede each page of the release that ``scope`` reads, whoever asks.

    It tells a viewer nothing of a page unless both are found, which only visible ones are.
    """
    pairs = _kept.get((scope.key, scope.release_number))
    if pairs is None:
        found: dict[int, list[int]] = {}
        with limited_transaction(limit):
            for old, new in view_of([scope]).rows(_SUPERSEDED, parts=sorted(PAGE_PARTS)):
                found.setdefault(old, []).append(new)
        pairs = found
        _kept.put((scope.key, scope.release_number), pairs)
    return pairs
