"""The edges among given nodes: the subgraph that they induce."""

from __future__ import annotations

from collections.abc import Collection

from cogi.corpus.vocabulary import EdgeLabel
from cogi.graph.view import SEEN, GraphView, in_view
from cogi.graph.walking import Hop

MOST_EDGES = 5000

_AMONG = f"""
SELECT edge.source_id, edge.target_id, edge.label, edge.weight
  FROM cogi_corpus_edge AS edge
  JOIN {SEEN} ON {in_view("edge")}
 WHERE edge.source_id = ANY(%(nodes)s::bigint[]) AND edge.target_id = ANY(%(nodes)s::bigint[])
 ORDER BY edge.weight DESC, edge.id
 LIMIT %(limit)s
"""  # noqa: S608 - composed of constants


_ANY = f"""
SELECT FROM cogi_corpus_edge AS edge JOIN {SEEN} ON {in_view("edge")} LIMIT 1
"""


def has_edges(view: GraphView) -> bool:
    """Tell whether there is any edge in the releases that are seen, whoever may see its ends."""
    return any(True for _ in view.rows(_ANY))


def edges_among(nodes: Collection[int], *, view: GraphView) -> list[Hop]:
    """Return at most 5,000 edges between ``nodes``, which the caller knows to be visible."""
    rows = view.rows(_AMONG, nodes=list(nodes), limit=MOST_EDGES)
    return [Hop(source, target, EdgeLabel(label), weight, True) for source, target, label, weight in rows]
