"""Stores node identities and their revisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogi.corpus.models import Node, NodeRevision, Scope
from cogi.corpus.publishing.tree import scope_root, temporary_path
from cogi.corpus.snapshot import NodeDraft

BATCH = 2000


def ensure_nodes(scope: Scope, added: Sequence[NodeDraft]) -> dict[str, int]:
    """Return the ids of all nodes of the scope by uid; make those that never existed."""
    known = _ids_by_uid(scope)
    new = [draft.uid for draft in added if draft.uid not in known]
    if new:
        scope_root(scope)
        Node.objects.bulk_create(
            (Node(scope=scope, uid=uid, path=temporary_path(scope, i), depth=2) for i, uid in enumerate(new)),
            batch_size=BATCH,
        )
        known = _ids_by_uid(scope)
    return known


def close_revisions(scope: Scope, uids: Sequence[str], number: int, *, nodes: Mapping[str, int]) -> None:
    """Let the live revisions of ``uids`` end with release ``number``."""
    ids = [nodes[uid] for uid in uids]
    NodeRevision.objects.filter(scope=scope, node__in=ids).as_of().update(valid_to=number)


def store_revisions(
    scope: Scope,
    drafts: Sequence[NodeDraft],
    hashes: Mapping[str, bytes],
    number: int,
    *,
    nodes: Mapping[str, int],
) -> None:
    """Store one live revision for each draft, beginning with release ``number``."""
    NodeRevision.objects.bulk_create(
        (
            NodeRevision(
                scope=scope,
                node_id=nodes[draft.uid],
                parent_id=nodes[draft.parent_uid] if draft.parent_uid is not None else None,
                order=draft.order,
                kind=draft.kind,
                title=draft.title,
                url=draft.url,
                classification=draft.classification,
                metadata=dict(draft.metadata),
                content_hash=hashes[draft.uid],
                valid_from=number,
            )
            for draft in drafts
        ),
        batch_size=BATCH,
    )


def _ids_by_uid(scope: Scope) -> dict[str, int]:
    return dict(Node.objects.filter(scope=scope).values_list("uid", "pk"))
