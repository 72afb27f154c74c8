"""Places all nodes of a scope in the materialised-path tree at once; paths are computed, not inserted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from cogi.corpus.models import Node, NodeRevision, Scope

_ROOTS_LOCK = 0x636F67690001


@dataclass(frozen=True, slots=True)
class Place:
    path: str
    depth: int
    numchild: int


def scope_root(scope: Scope) -> Node:
    """Return the scope's root node, made when it is missing; must run in a transaction."""
    root: Node | None = Node.objects.filter(scope=scope, uid="").first()
    if root is None:
        with connection.cursor() as cursor:
            # Two scopes that get their roots at once must not take the same path.
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ROOTS_LOCK])
        root = Node.objects.add_root({"scope": scope, "uid": ""})
    return root


def temporary_path(scope: Scope, number: int) -> str:
    """A path that no placed node has, for rows that will be placed in the same transaction."""
    return f"~{scope.pk}~{number}"


def place_nodes(scope: Scope) -> None:
    """Recompute the place of every node below the scope's root and write those that moved."""
    root = scope_root(scope)
    wanted = dict(_places(root, _children(scope)))
    present = {
        pk: Place(path, depth, numchild)
        for pk, path, depth, numchild in Node.objects.filter(scope=scope).values_list(
            "pk", "path", "depth", "numchild"
        )
    }
    moved = {pk: place for pk, place in wanted.items() if present[pk] != place}
    # Paths are unique and change among themselves, so the movers first step aside.
    Node.objects.filter(pk__in=[pk for pk, place in moved.items() if present[pk].path != place.path]).update(
        path=_aside()
    )
    _write(moved)


def _children(scope: Scope) -> Mapping[int | None, Sequence[int]]:
    """Node ids by parent id in reading order; nodes no longer live stand last."""
    latest = (
        NodeRevision.objects.filter(scope=scope)
        .order_by("node_id", "-valid_from")
        .distinct("node_id")
        .values_list("node_id", "parent_id", "order", "valid_to", "node__uid")
    )
    ranked: dict[int | None, list[tuple[bool, int, str, int]]] = defaultdict(list)
    for node_id, parent_id, order, valid_to, uid in latest:
        ranked[parent_id].append((valid_to is not None, order, uid, node_id))
    return {parent: [row[3] for row in sorted(rows)] for parent, rows in ranked.items()}


def _places(root: Node, children: Mapping[int | None, Sequence[int]]) -> Iterator[tuple[int, Place]]:
    """Yield the place of the root and of each node below it, depth first."""
    stack: list[tuple[int, int | None, str, int]] = [(root.pk, None, root.path, 1)]
    while stack:
        pk, key, path, depth = stack.pop()
        below = children.get(key, ())
        yield pk, Place(path, depth, len(below))
        for step, child in enumerate(below, start=1):
            stack.append((child, child, Node._get_path(path, depth + 1, step), depth + 1))


def _aside() -> Concat:
    return Concat(Value("~"), Cast(F("pk"), CharField()))


def _write(moved: Mapping[int, Place]) -> None:
    places = moved.values()
    with connection.cursor() as cursor:
        cursor.execute(
            _MOVE,
            [list(moved), [p.path for p in places], [p.depth for p in places], [p.numchild for p in places]],
        )


_MOVE = """
UPDATE cogi_corpus_node AS node
   SET path = moved.path, depth = moved.depth, numchild = moved.numchild
  FROM unnest(%s::bigint[], %s::text[], %s::int[], %s::int[]) AS moved (id, path, depth, numchild)
 WHERE node.id = moved.id
"""
