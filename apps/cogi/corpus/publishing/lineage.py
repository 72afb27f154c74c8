"""Reads who stands below whom, by the newest revision of each node, live or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from cogi.corpus.models import Node, NodeRevision

STEP = Node.steplen
"""Characters of a path for each level."""
_CHILD = (
    "parent_id",
    "valid_to",
    "order",
    "node__uid",
    "node_id",
    "node__path",
    "node__depth",
    "node__numchild",
)


class Place(NamedTuple):
    """Where a node stands in the materialised-path tree."""

    path: str
    depth: int
    numchild: int


class Child(NamedTuple):
    id: int
    uid: str
    place: Place


def places(ids: Collection[int]) -> dict[int, Place]:
    rows = Node.objects.filter(pk__in=ids).values_list("pk", "path", "depth", "numchild")
    return {pk: Place(*columns) for pk, *columns in rows}


def parents_of(ids: Collection[int], *, root: Node) -> dict[int, int]:
    """Parent ids by node id; the top nodes have the root."""
    rows: Iterable[tuple[int, Any]] = (
        newest_revisions().filter(node__in=ids).values_list("node_id", "parent_id")
    )
    return {node: root.pk if parent is None else parent for node, parent in rows}


def depths_of(ids: Collection[int], *, root: Node) -> dict[int, int]:
    """How deep each node is to stand; the root stands at 1."""
    above: dict[int, int] = {}
    fresh = set(ids) - {root.pk}
    while fresh:
        parents = parents_of(fresh, root=root)
        above |= parents
        fresh = set(parents.values()) - above.keys() - {root.pk}
    depths = {root.pk: 1}
    for node in ids:
        chain = [node]
        while chain[-1] not in depths:
            chain.append(above[chain[-1]])
        depth = depths[chain[-1]]
        depths |= {each: depth + step for step, each in enumerate(reversed(chain))}
    return {node: depths[node] for node in ids}


def children_of(parents: Collection[int], *, root: Node) -> dict[int, list[Child]]:
    """Children by parent id in reading order; those that are no longer live stand last."""
    below = Q(parent__in=parents)
    if root.pk in parents:
        below |= Q(parent=None, scope=root.scope_id)
    rows = newest_revisions().filter(below).values_list(*_CHILD)
    ranked: dict[int, list[tuple[bool, int, str, Child]]] = defaultdict(list)
    for parent, valid_to, order, uid, pk, *place in rows:
        child = Child(pk, uid, Place(*place))
        ranked[root.pk if parent is None else parent].append((valid_to is not None, order, uid, child))
    return {parent: [row[3] for row in sorted(siblings)] for parent, siblings in ranked.items()}


def newest_revisions() -> QuerySet[NodeRevision]:
    later = NodeRevision.objects.filter(node=OuterRef("node"), valid_from__gt=OuterRef("valid_from"))
    return NodeRevision.objects.filter(Q(valid_to=None) | ~Exists(later))
