"""Finds nodes by what they are called: exactly, in any case, in one statement."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind
from cogi.graph.view import SEEN, GraphView, in_view

INDEXED = 200
"""Characters of a title that its index holds; a longer one has no name."""


@dataclass(frozen=True, slots=True)
class Named:
    """A node, and which of the names that were asked for it has."""

    node_id: int
    scope_id: int
    uid: str
    kind: NodeKind
    title: str
    name: str


_NAMED = f"""
SELECT node.id, node.scope_id, node.uid, revision.kind, revision.title, lower(left(revision.title, {INDEXED}))
  FROM cogi_corpus_noderevision AS revision
  JOIN {SEEN} ON {in_view("revision")} AND revision.classification <= seen.clearance
  JOIN cogi_corpus_node AS node ON node.id = revision.node_id
 WHERE lower(left(revision.title, {INDEXED})) = ANY(%(names)s::text[])
 UNION ALL
SELECT node.id, node.scope_id, node.uid, revision.kind, revision.title, node.uid
  FROM cogi_corpus_node AS node
  JOIN cogi_corpus_noderevision AS revision ON revision.node_id = node.id
  JOIN {SEEN} ON {in_view("revision")} AND revision.classification <= seen.clearance
 WHERE node.scope_id = ANY(%(scopes)s::bigint[]) AND node.uid = ANY(%(names)s::text[])
 ORDER BY 1
 LIMIT %(limit)s
"""  # noqa: S608 - composed of constants


def named_nodes(names: Collection[str], *, view: GraphView, limit: int = 100) -> list[Named]:
    """Return at most ``limit`` nodes whose title in lower case, or uid, is one of ``names``.

    Whole pages and groups come before the parts of pages, then in order of node ids.
    """
    if not names:
        return []
    rows = view.rows(_NAMED, names=list(names), limit=limit)
    found = [Named(pk, scope, uid, NodeKind(kind), title, name) for pk, scope, uid, kind, title, name in rows]
    distinct = {each.node_id: each for each in found}
    return sorted(distinct.values(), key=lambda each: (each.kind in PAGE_PARTS, each.node_id))
