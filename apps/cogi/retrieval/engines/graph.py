"""The graph engine: what stands in the relation that the question asks for to the things that it names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log1p

from cogi.corpus.vocabulary import PAGE_PARTS, EdgeLabel
from cogi.graph.places import Place, places_of
from cogi.graph.view import GraphView
from cogi.graph.walking import Direction, Path, connections, neighbourhood
from cogi.retrieval.anchors import find_anchors, view_of
from cogi.retrieval.classifying import classify
from cogi.retrieval.classifying.relations import Way, Wording
from cogi.retrieval.engines.base import Candidate, Engine, Inquiry, Offer

_DIRECTIONS = {Way.OUT: Direction.OUT, Way.IN: Direction.IN, Way.BOTH: Direction.BOTH}
_DEPTHS = {EdgeLabel.SUPERSEDED_BY: 3, EdgeLabel.DEPENDS_ON: 2}
"""Relations that hold across several hops: the prerequisites of a prerequisite."""
_PARTS_DEEP = 3
_MOST_PATHS = 5
_PASSED = 0.5
"""What a node counts that a path between two things only passes, beside one that states a link of it."""

Scores = dict[int, float]


class GraphEngine(Engine):
    name = "graph"

    def applies(self, inquiry: Inquiry) -> bool:
        return classify(inquiry.question).relation is not None

    def retrieve(self, inquiry: Inquiry) -> Offer:
        wording = classify(inquiry.question).relation
        if wording is None:
            return Offer(())
        view = view_of(inquiry.scopes)
        named = [find_anchors(name, scopes=inquiry.scopes) for name in wording.names]
        sides = [[node.node_id for node in nodes] for nodes in named]
        if not all(sides):
            return Offer(())
        paths = _between(*sides, view=view) if len(sides) > 1 else _around(sides[0], wording, view)
        return _offer(paths, wording, view=view, inquiry=inquiry, anchors=set().union(*sides))


def _around(anchors: Sequence[int], wording: Wording, view: GraphView) -> dict[int, Path]:
    parts = set(wording.labels) == {EdgeLabel.PART_OF}
    return neighbourhood(
        anchors if parts else _with_parts(anchors, view),
        view=view,
        labels=wording.labels,
        direction=_DIRECTIONS[wording.way],
        depth=max(_DEPTHS.get(label, 1) for label in wording.labels),
    )


def _between(left: Sequence[int], right: Sequence[int], *, view: GraphView) -> dict[int, Path]:
    """Return the nodes of the shortest paths between two things, each with its whole path."""
    sides = (_with_parts(left, view), _with_parts(right, view))
    found: dict[int, Path] = {}
    for path in connections(*sides, view=view, labels=EdgeLabel)[:_MOST_PATHS]:
        for node in (path[0].near, *(hop.far for hop in path)):
            found.setdefault(node, path)
    return found


def _with_parts(nodes: Sequence[int], view: GraphView) -> list[int]:
    """What a page's sections say and are told, the page does and is."""
    parts = neighbourhood(
        nodes,
        view=view,
        labels=[EdgeLabel.PART_OF],
        direction=Direction.IN,
        depth=_PARTS_DEEP,
        kinds=PAGE_PARTS,
    )
    return [*nodes, *parts]


def _offer(
    paths: Mapping[int, Path],
    wording: Wording,
    *,
    view: GraphView,
    inquiry: Inquiry,
    anchors: Collection[int],
) -> Offer:
    between = wording.way is Way.BETWEEN
    scores = _stating(paths) if between else {n: _score(path, wording.labels) for n, path in paths.items()}
    ordered = sorted(scores, key=lambda node: (-scores[node], node))[: inquiry.limit]
    places = places_of(ordered, view=view)
    read = [node for node in ordered if node in places and _may_answer(places[node], inquiry.pages)]
    if not between and EdgeLabel.PART_OF not in wording.labels:
        # What a page says of itself is no relation of it to anything.
        read = [node for node in read if places[node].page_id not in anchors]
    best: dict[int, int] = {}
    for node in read:
        best.setdefault(places[node].page_id, node)
    return Offer(
        list(_candidates(read, places, scores)), paths={page: paths[node] for page, node in best.items()}
    )


def _candidates(
    nodes: Iterable[int], places: Mapping[int, Place], scores: Mapping[int, float]
) -> Iterable[Candidate]:
    offered: set[int] = set()
    for node in nodes:
        place = places[node]
        if place.passage_id not in offered:
            offered.add(place.passage_id)
            yield Candidate(place.passage_id, place.page_id, scores[node])


def _may_answer(place: Place, pages: frozenset[int] | None) -> bool:
    return pages is None or place.page_id in pages


def _score(path: Path, labels: Mapping[EdgeLabel, float]) -> float:
    """The product of the hops' weights by label and by how often they are stated, over the distance."""
    score = 1.0
    for hop in path:
        score *= labels[hop.label] * (1 + log1p(max(hop.weight, 1.0) - 1))
    return score / len(path)


def _stating(paths: Mapping[int, Path]) -> Scores:
    """Of a path between two things, what states a link says how they are related."""
    order: dict[Path, int] = {}
    scores: Scores = {}
    for node, path in paths.items():
        place = order.setdefault(path, len(order))
        states = any(hop.source == node and hop.label is not EdgeLabel.PART_OF for hop in path)
        scores[node] = (1.0 if states else _PASSED) / (1 + place)
    return scores
