"""Walks along typed edges, a statement for each hop: what lies around nodes, and what connects them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from cogi.corpus.errors import CorpusError
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from cogi.graph.view import SEEN, GraphView, in_view

DEEPEST = 4
MOST_ROWS = 1000
"""Edges that one hop reads, the heaviest first."""


class WalkTooLong(CorpusError):
    """A walk was asked to go further than any may."""

    def __init__(self, depth: int) -> None:
        super().__init__(f"A walk of {depth} hops was asked for; give a depth from 1 to {DEEPEST}.")


class Direction(Enum):
    OUT = "out"
    IN = "in"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Hop:
    """An edge as it is walked along; ``forward`` says that it is walked from its source."""

    source: int
    target: int
    label: EdgeLabel
    weight: float
    forward: bool

    @property
    def near(self) -> int:
        return self.source if self.forward else self.target

    @property
    def far(self) -> int:
        return self.target if self.forward else self.source

    def reversed(self) -> Hop:
        return Hop(self.source, self.target, self.label, self.weight, not self.forward)


Path = tuple[Hop, ...]


def _hops(near: str, far: str) -> str:
    return f"""
SELECT edge.source_id, edge.target_id, edge.label, edge.weight
  FROM cogi_corpus_edge AS edge
  JOIN {SEEN} ON {in_view("edge")}
  JOIN cogi_corpus_noderevision AS near ON near.node_id = edge.{near} AND {in_view("near")}
   AND near.classification <= seen.clearance
  JOIN cogi_corpus_noderevision AS far ON far.node_id = edge.{far} AND {in_view("far")}
   AND far.classification <= seen.clearance
 WHERE edge.{near} = ANY(%(nodes)s::bigint[]) AND edge.label = ANY(%(labels)s::text[])
   AND (%(kinds)s::text[] IS NULL OR far.kind = ANY(%(kinds)s::text[]))
 ORDER BY edge.weight DESC, edge.id
 LIMIT %(limit)s
"""  # noqa: S608 - composed of constants


_OUT, _IN = _hops("source_id", "target_id"), _hops("target_id", "source_id")


def neighbourhood(
    start: Collection[int],
    *,
    view: GraphView,
    labels: Collection[EdgeLabel],
    direction: Direction,
    depth: int = 1,
    kinds: Collection[NodeKind] | None = None,
) -> dict[int, Path]:
    """Return the nodes within ``depth`` hops of ``start``, by node id, each with a shortest path to it.

    ``kinds`` limits the nodes that are walked over. Nearer nodes come first, and among these those over
    heavier edges. The statement timeout is the caller's.

    Raises:
        WalkTooLong: when ``depth`` is not from 1 to 4.
    """
    _require_depth(depth)
    reached: dict[int, Path] = dict.fromkeys(start, ())
    frontier: Sequence[int] = list(reached)
    for _ in range(depth):
        hops = _step(frontier, view=view, labels=labels, direction=direction, kinds=kinds)
        frontier = _arrive(hops, reached)
        if not frontier:
            break
    return {node: path for node, path in reached.items() if path}


def connections(
    left: Collection[int],
    right: Collection[int],
    *,
    view: GraphView,
    labels: Collection[EdgeLabel],
    depth: int = DEEPEST,
) -> list[Path]:
    """Return shortest paths from nodes of ``left`` to nodes of ``right``, of at most ``depth`` hops, in any
    direction: one through each node where walks from both ends meet.

    Raises:
        WalkTooLong: when ``depth`` is not from 1 to 4.
    """
    _require_depth(depth)
    sides: tuple[dict[int, Path], dict[int, Path]] = (dict.fromkeys(left, ()), dict.fromkeys(right, ()))
    frontiers: list[Sequence[int]] = [list(sides[0]), list(sides[1])]
    meeting = sides[0].keys() & sides[1].keys()
    for _ in range(depth):
        if meeting:
            break
        side = 0 if len(frontiers[0]) <= len(frontiers[1]) else 1
        hops = _step(frontiers[side], view=view, labels=labels, direction=Direction.BOTH)
        frontiers[side] = _arrive(hops, sides[side])
        if not frontiers[side]:
            return []
        meeting = sides[0].keys() & sides[1].keys()
    joined = [(*sides[0][node], *_backwards(sides[1][node])) for node in meeting]
    return sorted((path for path in joined if path), key=_shortest_and_heaviest)


def _require_depth(depth: int) -> None:
    if not 1 <= depth <= DEEPEST:
        raise WalkTooLong(depth)


def _step(
    nodes: Sequence[int],
    *,
    view: GraphView,
    labels: Collection[EdgeLabel],
    direction: Direction,
    kinds: Collection[NodeKind] | None = None,
) -> list[Hop]:
    limits: Mapping[str, object] = {
        "nodes": list(nodes),
        "labels": [str(label) for label in labels],
        "kinds": None if kinds is None else [str(kind) for kind in kinds],
        "limit": MOST_ROWS,
    }
    hops: list[Hop] = []
    for sql, forward in ((_OUT, True), (_IN, False)):
        if direction in (Direction.BOTH, Direction.OUT if forward else Direction.IN):
            rows = view.rows(sql, **limits)
            hops += [Hop(s, t, EdgeLabel(label), weight, forward) for s, t, label, weight in rows]
    return hops


def _arrive(hops: Iterable[Hop], reached: dict[int, Path]) -> list[int]:
    arrived: list[int] = []
    for hop in hops:
        if hop.far not in reached:
            reached[hop.far] = (*reached[hop.near], hop)
            arrived.append(hop.far)
    return arrived


def _backwards(path: Path) -> Path:
    return tuple(hop.reversed() for hop in reversed(path))


def _shortest_and_heaviest(path: Path) -> tuple[int, float, int]:
    return len(path), -sum(hop.weight for hop in path), path[0].near
