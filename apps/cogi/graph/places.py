"""Where a node can be read: its own first passage, else the first of what stands in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from cogi.corpus.vocabulary import EdgeLabel
from cogi.graph.view import SEEN, GraphView, in_view
from cogi.graph.walking import DEEPEST, Direction, neighbourhood


class Place(NamedTuple):
    passage_id: int
    page_id: int


def _first(column: str) -> str:
    return f"""
SELECT wanted.id, place.id, place.page_id
  FROM unnest(%(nodes)s::bigint[]) AS wanted(id)
 CROSS JOIN LATERAL (
       SELECT passage.id, passage.page_id
         FROM cogi_corpus_passage AS passage
         JOIN {SEEN} ON {in_view("passage")}
         JOIN cogi_corpus_visibilityclass AS class ON class.id = passage.visibility_id
          AND class.scope_id = seen.scope_id AND seen.clearance BETWEEN class.low AND class.high
        WHERE passage.{column} = wanted.id
        ORDER BY passage.ordinal, passage.id
        LIMIT 1) AS place
"""  # noqa: S608 - composed of constants


_OWN, _ON_PAGE = _first("node_id"), _first("page_id")


def places_of(nodes: Collection[int], *, view: GraphView) -> dict[int, Place]:
    """Return a visible passage for each of ``nodes`` that has one, or has a page below it that has one."""
    found = _read(_OWN, nodes, view)
    found |= _read(_ON_PAGE, set(nodes) - found.keys(), view)
    for node in sorted(set(nodes) - found.keys()):
        below = neighbourhood(
            [node], view=view, labels=[EdgeLabel.PART_OF], direction=Direction.IN, depth=DEEPEST
        )
        inside = _read(_OWN, sorted(below), view)
        if inside:
            found[node] = inside[min(inside)]
    return found


def _read(sql: str, nodes: Iterable[int], view: GraphView) -> dict[int, Place]:
    wanted = list(nodes)
    if not wanted:
        return {}
    return {node: Place(passage, page) for node, passage, page in view.rows(sql, nodes=wanted)}
