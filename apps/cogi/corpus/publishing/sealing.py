"""Seals the past of a scope when something in it is classified higher: ``as_of`` must not undo that."""

from __future__ import annotations

from collections.abc import Sequence

from cogi.corpus.models import NodeRevision, Passage, Scope
from cogi.corpus.publishing.changes import Changes
from cogi.corpus.snapshot import NodeDraft

Marked = tuple[str, str, tuple[tuple[int, int, int], ...]]


def seals_the_past(scope: Scope, changes: Changes) -> bool:
    """Tell whether ``changes`` classify higher what an older release shows lower.

    That is a node at a higher level than it ever had, or classified spans that were not there. An
    edited text with spans counts as new spans: the older text may show what they hide.
    """
    return changes.raised or _returns_higher(scope, changes.added) or _marks_more(scope, changes.changed)


def _returns_higher(scope: Scope, added: Sequence[NodeDraft]) -> bool:
    levels = {draft.uid: draft.classification for draft in added if draft.classification}
    earlier = NodeRevision.objects.filter(node__scope=scope, node__uid__in=levels)
    return any(level < levels[uid] for uid, level in earlier.values_list("node__uid", "classification"))


def _marks_more(scope: Scope, changed: Sequence[NodeDraft]) -> bool:
    wanted: set[Marked] = {
        (draft.uid, passage.text, tuple((s.start, s.end, int(s.level)) for s in passage.spans))
        for draft in changed
        for passage in draft.passages
        if passage.spans
    }
    if not wanted:
        return False
    live = Passage.objects.filter(node__scope=scope, node__uid__in={uid for uid, _, _ in wanted}).as_of()
    marked = live.exclude(spans=[]).values_list("node__uid", "content__text", "spans")
    return bool(wanted - {(uid, text, tuple(map(tuple, spans))) for uid, text, spans in marked})
