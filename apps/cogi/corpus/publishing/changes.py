"""Compares drafts with the part of a scope that they replace. It reads only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogi.corpus.identity import node_hash
from cogi.corpus.models import Edge, Scope
from cogi.corpus.publishing.extent import Extent
from cogi.corpus.snapshot import EdgeDraft, NodeDraft, Snapshot
from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind

PROVENANCE = "ingest"
EdgeKey = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Changes:
    """What must be written so that a scope holds the drafts.

    ``hashes`` are those of all drafts by uid; ``pages`` maps every drafted uid to the uid of the node
    that its passages group by. ``resettled`` are the uids that come, go, or change their place;
    ``raised`` tells whether a node is classified higher than before.
    """

    added: Sequence[NodeDraft]
    changed: Sequence[NodeDraft]
    removed: Sequence[str]
    edges_added: Sequence[EdgeDraft]
    edges_removed: Sequence[int]
    hashes: Mapping[str, bytes]
    pages: Mapping[str, str]
    pages_removed: int
    resettled: Sequence[str]
    raised: bool

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed or self.edges_added or self.edges_removed)

    @property
    def upserts(self) -> Sequence[NodeDraft]:
        return [*self.added, *self.changed]

    @property
    def uids(self) -> Sequence[str]:
        return [*(draft.uid for draft in self.upserts), *self.removed]


def compare(scope: Scope, drafts: Snapshot, extent: Extent) -> Changes:
    """Return how ``drafts`` differ from what the newest release of ``scope`` holds in ``extent``."""
    live = extent.live
    pages = page_of(drafts.nodes)
    hashes = {draft.uid: node_hash(draft, page=pages[draft.uid]) for draft in drafts.nodes}
    added = [d for d in drafts.nodes if d.uid not in live]
    changed = [d for d in drafts.nodes if d.uid in live and bytes(live[d.uid].content_hash) != hashes[d.uid]]
    removed = [uid for uid in live if uid not in hashes]
    edges_added, edges_removed = _compare_edges(scope, drafts.edges, extent)
    moved = [d.uid for d in changed if (d.parent_uid, d.order) != (live[d.uid].parent_uid, live[d.uid].order)]
    return Changes(
        added=added,
        changed=changed,
        removed=removed,
        edges_added=edges_added,
        edges_removed=edges_removed,
        hashes=hashes,
        pages=pages,
        pages_removed=sum(live[uid].kind == NodeKind.PAGE for uid in removed),
        resettled=[*(draft.uid for draft in added), *removed, *moved],
        raised=any(draft.classification > live[draft.uid].classification for draft in changed),
    )


def page_of(nodes: Sequence[NodeDraft]) -> dict[str, str]:
    """Map each uid to the nearest node, itself or above, that is not a part of a page."""
    pages: dict[str, str] = {}
    for draft in nodes:
        is_part = draft.kind in PAGE_PARTS and draft.parent_uid is not None
        pages[draft.uid] = pages[draft.parent_uid] if is_part and draft.parent_uid else draft.uid
    return pages


def _compare_edges(
    scope: Scope, drafts: Sequence[EdgeDraft], extent: Extent
) -> tuple[list[EdgeDraft], list[int]]:
    live = {
        (source, target, label, provenance): (pk, weight, properties)
        for pk, source, target, label, provenance, weight, properties in Edge.objects.filter(
            extent.edges, scope=scope
        )
        .as_of()
        .values_list("pk", "source__uid", "target__uid", "label", "provenance", "weight", "properties")
    }
    wanted: dict[EdgeKey, EdgeDraft] = {_edge_key(draft): draft for draft in drafts}
    added = [
        draft
        for key, draft in wanted.items()
        if key not in live or live[key][1:] != (draft.weight, dict(draft.properties))
    ]
    replaced = {_edge_key(draft) for draft in added}
    provenances = {PROVENANCE, *(draft.provenance for draft in drafts)}
    removed = [
        row[0]
        for key, row in live.items()
        if key in replaced or (key not in wanted and key[3] in provenances)
    ]
    return added, removed


def _edge_key(draft: EdgeDraft) -> EdgeKey:
    return draft.source_uid, draft.target_uid, str(draft.label), draft.provenance
