"""Refuses an update that would leave the scope in a state that no snapshot could bring about."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cogi.corpus.models import NodeRevision
from cogi.corpus.models.node import NodeRevisionQuerySet
from cogi.corpus.publishing.extent import Extent
from cogi.corpus.publishing.lineage import STEP
from cogi.corpus.publishing.validation import InvalidSnapshot, validate
from cogi.corpus.snapshot import NodeDraft, Update
from cogi.corpus.vocabulary import PAGE_PARTS

Drafts = Mapping[str, NodeDraft]


def validate_update(update: Update, extent: Extent) -> None:
    """Check the drafts, and that what stays still has its parents, its order of levels, and no cycle.

    Raises:
        InvalidSnapshot: naming the first thing that is wrong.
    """
    drafts = {draft.uid: draft for draft in update.upserts}
    _refuse_foreign_statements(update, drafts)
    validate(update.drafts, around={uid: node.classification for uid, node in extent.around.items()})
    _refuse_loose_parts(drafts)
    _refuse_removals(update, drafts, extent)
    _refuse_cycles(drafts, extent)
    _refuse_orphans(drafts, extent)
    _refuse_lower_children(drafts, extent)


def _refuse_loose_parts(drafts: Drafts) -> None:
    for draft in drafts.values():
        if draft.kind in PAGE_PARTS and draft.parent_uid is not None and draft.parent_uid not in drafts:
            raise InvalidSnapshot(
                f"Node “{draft.uid}” is a part of “{draft.parent_uid}”, which is not drafted with it. "
                "Draft the whole page."
            )


def _refuse_foreign_statements(update: Update, drafts: Drafts) -> None:
    named = [(edge.source_uid, f"An edge {edge.label}") for edge in update.edges]
    named += [(fact.subject_uid, f"A fact {fact.predicate}") for fact in update.facts]
    for uid, what in named:
        if uid not in drafts:
            raise InvalidSnapshot(f"{what} is stated of “{uid}”, which is not drafted. Draft its page too.")


def _refuse_removals(update: Update, drafts: Drafts, extent: Extent) -> None:
    for uid in update.removed:
        if uid in drafts:
            raise InvalidSnapshot(f"Node “{uid}” is both drafted and removed.")
        if uid in extent.live and extent.live[uid].is_part:
            raise InvalidSnapshot(f"Node “{uid}” is a part of a page. Draft the page without it.")


def _refuse_cycles(drafts: Drafts, extent: Extent) -> None:
    """What is drafted may hang below a node that hangs, through others, below a draft."""
    drafted_at = {extent.live[uid].path: uid for uid in drafts if uid in extent.live}
    for draft in drafts.values():
        seen, above = {draft.uid}, _next_draft(draft, drafts, extent, drafted_at)
        while above is not None and above not in seen:
            seen.add(above)
            above = _next_draft(drafts[above], drafts, extent, drafted_at)
        if above is not None:
            raise InvalidSnapshot(f"Node “{above}” would stand below itself.")


def _next_draft(
    draft: NodeDraft, drafts: Drafts, extent: Extent, drafted_at: Mapping[str, str]
) -> str | None:
    """The nearest draft above, by way of nodes that stay where they are."""
    if draft.parent_uid is None or draft.parent_uid in drafts:
        return draft.parent_uid
    path = extent.around[draft.parent_uid].path
    prefixes = (path[:end] for end in range(len(path) - STEP, 0, -STEP))
    return next((drafted_at[prefix] for prefix in prefixes if prefix in drafted_at), None)


def _refuse_orphans(drafts: Drafts, extent: Extent) -> None:
    ceasing = [node.node_id for uid, node in extent.live.items() if uid not in drafts]
    orphans = _staying(ceasing, extent).values_list("node__uid", "parent__uid")
    for uid, parent_uid in sorted(orphans):
        raise InvalidSnapshot(
            f"Node “{uid}” would lose its parent “{parent_uid}”. Remove it too, or draft it elsewhere."
        )


def _refuse_lower_children(drafts: Drafts, extent: Extent) -> None:
    raised = {
        extent.live[uid].node_id: draft.classification
        for uid, draft in drafts.items()
        if uid in extent.live and draft.classification > extent.live[uid].classification
    }
    children = _staying(raised, extent)
    for uid, level, parent_id in sorted(children.values_list("node__uid", "classification", "parent_id")):
        if level < raised[parent_id]:
            raise InvalidSnapshot(f"Node “{uid}” is less classified than its parent.")


def _staying(parents: Collection[int], extent: Extent) -> NodeRevisionQuerySet:
    """What stands directly below ``parents`` and is not replaced."""
    replaced = [node.node_id for node in extent.live.values()]
    return NodeRevision.objects.filter(parent__in=parents).as_of().exclude(node__in=replaced)
