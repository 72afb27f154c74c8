"""The part of a scope that a publish replaces, as the newest release has it. It reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from cogi.corpus.models import NodeRevision, Scope
from cogi.corpus.snapshot import Snapshot, Update
from cogi.corpus.vocabulary import PAGE_PARTS

_COLUMNS = (
    "node__uid",
    "node_id",
    "content_hash",
    "kind",
    "parent__uid",
    "order",
    "classification",
    "node__path",
)


class LiveNode(NamedTuple):
    """A node of the newest release, with its place in the tree."""

    node_id: int
    content_hash: bytes
    kind: str
    parent_uid: str | None
    order: int
    classification: int
    path: str

    @property
    def is_part(self) -> bool:
        return self.parent_uid is not None and self.kind in PAGE_PARTS


@dataclass(frozen=True, slots=True)
class Extent:
    """What a publish may touch: the ``live`` nodes by uid, and the edges and facts to compare.

    ``around`` are the live nodes beyond it that its drafts name.
    """

    live: Mapping[str, LiveNode]
    around: Mapping[str, LiveNode]
    edges: Q
    facts: Q

    @property
    def ids(self) -> dict[str, int]:
        return {uid: node.node_id for nodes in (self.live, self.around) for uid, node in nodes.items()}


def whole_scope(scope: Scope) -> Extent:
    return Extent(_live(Q(scope=scope)), {}, Q(), Q())


def pages_of(scope: Scope, update: Update) -> Extent:
    """The drafted and removed nodes with their parts, what they say, and what names those that cease."""
    drafted = {draft.uid for draft in update.upserts}
    live = _with_parts(_named(scope, drafted.union(update.removed)))
    around = _named(scope, set(_mentioned(update.drafts)) - live.keys() - drafted)
    ids = [node.node_id for node in live.values()]
    ceasing = [node.node_id for uid, node in live.items() if uid not in drafted]
    return Extent(
        live,
        around,
        edges=Q(source__in=ids) | Q(target__in=ceasing),
        facts=Q(subject__in=ids) | Q(object__in=ceasing),
    )


def _live(which: Q) -> dict[str, LiveNode]:
    rows = NodeRevision.objects.filter(which).as_of().values_list(*_COLUMNS)
    return {uid: LiveNode(*columns) for uid, *columns in rows}


def _named(scope: Scope, uids: Collection[str]) -> dict[str, LiveNode]:
    # By the node's scope alone: a planner that does not know a new scope yet would join both by scope.
    return _live(Q(node__scope=scope, node__uid__in=uids)) if uids else {}


def _with_parts(nodes: dict[str, LiveNode]) -> dict[str, LiveNode]:
    found, fresh = dict(nodes), nodes
    while fresh:
        above = [node.node_id for node in fresh.values()]
        below = _live(Q(parent__in=above, kind__in=PAGE_PARTS))
        fresh = {uid: node for uid, node in below.items() if uid not in found}
        found |= fresh
    return found


def _mentioned(drafts: Snapshot) -> Iterator[str]:
    for node in drafts.nodes:
        if node.parent_uid is not None:
            yield node.parent_uid
    for edge in drafts.edges:
        yield edge.target_uid
    for fact in drafts.facts:
        if fact.object_uid is not None:
            yield fact.object_uid
