"""Stores node identities and their revisions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from cogi.corpus.identity import bucket_of
from cogi.corpus.models import Node, NodeRevision, Scope
from cogi.corpus.publishing.copying import copy_rows
from cogi.corpus.publishing.tree import temporary_path
from cogi.corpus.snapshot import NodeDraft

BATCH = 2000
_REVISION_FIELDS = (
    "scope",
    "node",
    "parent",
    "order",
    "kind",
    "title",
    "url",
    "classification",
    "metadata",
    "content_hash",
    "valid_from",
)


def ensure_nodes(scope: Scope, added: Sequence[NodeDraft]) -> dict[str, int]:
    """Return the ids of the nodes that begin to be live, by uid; make those that never were."""
    uids = [draft.uid for draft in added]
    known = _ids_by_uid(scope, uids)
    new = [uid for uid in uids if uid not in known]
    rows = ((scope.pk, uid, bucket_of(uid), temporary_path(scope, i), 2, 0) for i, uid in enumerate(new))
    copy_rows(Node, ("scope", "uid", "bucket", "path", "depth", "numchild"), rows)
    return known | _ids_by_uid(scope, new)


def close_revisions(uids: Sequence[str], number: int, *, nodes: Mapping[str, int]) -> None:
    """Let the live revisions of ``uids`` end with release ``number``."""
    ids = [nodes[uid] for uid in uids]
    NodeRevision.objects.filter(node__in=ids).as_of().update(valid_to=number)


def store_revisions(
    scope: Scope,
    drafts: Sequence[NodeDraft],
    hashes: Mapping[str, bytes],
    number: int,
    *,
    nodes: Mapping[str, int],
) -> None:
    """Store one live revision for each draft, beginning with release ``number``."""
    rows = (
        (
            scope.pk,
            nodes[draft.uid],
            nodes[draft.parent_uid] if draft.parent_uid is not None else None,
            draft.order,
            str(draft.kind),
            draft.title,
            draft.url,
            int(draft.classification),
            json.dumps(dict(draft.metadata)),
            hashes[draft.uid],
            number,
        )
        for draft in drafts
    )
    copy_rows(NodeRevision, _REVISION_FIELDS, rows)


def _ids_by_uid(scope: Scope, uids: Sequence[str]) -> dict[str, int]:
    ids: dict[str, int] = {}
    for start in range(0, len(uids), BATCH):
        named = Node.objects.filter(scope=scope, uid__in=uids[start : start + BATCH])
        ids.update(named.values_list("uid", "pk"))
    return ids
