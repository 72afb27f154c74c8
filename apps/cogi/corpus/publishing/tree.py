"""Places nodes in the materialised-path tree: those that come, go or move, and what hangs below them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from cogi.corpus.identity import bucket_of
from cogi.corpus.models import Node, Scope
from cogi.corpus.publishing.lineage import STEP, Child, Place, children_of, depths_of, parents_of, places
from cogi.corpus.publishing.steps import renumber
from cogi.corpus.publishing.validation import InvalidSnapshot

DEEPEST = 63
"""Levels that a path of 255 characters can name; the first is the scope's root."""

_TEMPORARY = "~"


def scope_root(scope: Scope) -> Node:
    """Return the scope's root node, made when it is missing; must run in a transaction.

    Its path is the scope's id, so that scopes that get their roots at once need not wait for one another.
    """
    root: Node
    root, _ = Node.objects.get_or_create(
        scope=scope,
        uid="",
        defaults={"path": Node._get_path("", 1, scope.pk), "depth": 1, "bucket": bucket_of("")},
    )
    return root


def temporary_path(scope: Scope, number: int) -> str:
    """A path that no placed node has, for rows that will be placed in the same transaction."""
    return f"{_TEMPORARY}{scope.pk}~{number}"


def place_nodes(scope: Scope, resettled: Collection[int]) -> None:
    """Give the nodes that come, go or move their place, and write all places that this changes.

    Raises:
        InvalidSnapshot: when a node would stand deeper than the tree can hold.
    """
    root = scope_root(scope)
    parents = _left_by(resettled).union(parents_of(resettled, root=root).values())
    placement = _Placement(root, places(parents))
    for parent, depth in depths_of(parents, root=root).items():
        placement.due[depth].add(parent)
    placement.descend()
    _write(placement.moved(), placement.present)


def _left_by(ids: Collection[int]) -> set[int]:
    """The nodes below which ``ids`` stand until now."""
    paths = (
        Node.objects.filter(pk__in=ids).exclude(path__startswith=_TEMPORARY).values_list("path", flat=True)
    )
    above = {path[:-STEP] for path in paths}
    return set(Node.objects.filter(path__in=above).values_list("pk", flat=True))


@dataclass(slots=True)
class _Placement:
    """Works down the tree, a level at a time: a node's children are placed when its own place is settled."""

    root: Node
    present: dict[int, Place]
    wanted: dict[int, Place] = field(default_factory=dict)
    due: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def descend(self) -> None:
        for depth in range(1, DEEPEST + 1):
            if parents := self.due.pop(depth, None):
                children = children_of(parents, root=self.root)
                for parent in parents:
                    self._settle(parent, children.get(parent, ()))

    def moved(self) -> dict[int, Place]:
        return {pk: place for pk, place in self.wanted.items() if place != self.present[pk]}

    def _settle(self, parent: int, children: Sequence[Child]) -> None:
        before = self.present[parent]
        now = self.wanted[parent] = self.wanted.get(parent, before)._replace(numchild=len(children))
        steps = renumber([_step(before, child.place) for child in children])
        for child, step in zip(children, steps, strict=True):
            self._put(child, now, step)

    def _put(self, child: Child, above: Place, step: int) -> None:
        if above.depth == DEEPEST:
            raise InvalidSnapshot(
                f"Node “{child.uid}” stands {DEEPEST} levels deep; a scope holds {DEEPEST - 1}. "
                "Hang it below a higher node."
            )
        path = Node._get_path(above.path, above.depth + 1, step)
        if path != child.place.path:
            self.present[child.id] = child.place
            self.wanted[child.id] = Place(path, above.depth + 1, child.place.numchild)
            self.due[above.depth + 1].add(child.id)


def _step(parent: Place, child: Place) -> int | None:
    """The child's present number among its siblings; None where it had another parent."""
    if child.path[:-STEP] != parent.path:
        return None
    return int(Node._str2int(child.path[-STEP:]))


def _write(moved: Mapping[int, Place], present: Mapping[int, Place]) -> None:
    # Paths are unique and change among themselves, so the movers first step aside.
    leaving = [
        pk
        for pk, place in moved.items()
        if present[pk].path != place.path and not present[pk].path.startswith(_TEMPORARY)
    ]
    Node.objects.filter(pk__in=leaving).update(path=Concat(Value(_TEMPORARY), Cast(F("pk"), CharField())))
    rows = moved.values()
    with connection.cursor() as cursor:
        cursor.execute(
            _MOVE,
            [list(moved), [p.path for p in rows], [p.depth for p in rows], [p.numchild for p in rows]],
        )


_MOVE = """
UPDATE cogi_corpus_node AS node
   SET path = moved.path, depth = moved.depth, numchild = moved.numchild
  FROM unnest(%s::bigint[], %s::text[], %s::int[], %s::int[]) AS moved (id, path, depth, numchild)
 WHERE node.id = moved.id
"""
