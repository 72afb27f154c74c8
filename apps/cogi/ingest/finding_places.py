"""Finds where one page belongs in the tree that a scope has, by the rules of ``placement``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogi.corpus.classification import Classification
from cogi.corpus.models import NodeRevision, Scope
from cogi.corpus.models.node import NodeRevisionQuerySet
from cogi.corpus.snapshot import NodeDraft
from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind
from cogi.ingest.placement import INDEX_NAMES, directory_of, title_of


@dataclass(frozen=True, slots=True)
class Home:
    """Where a page is to stand, and the ``groups`` that have to be made above it, the uppermost first.

    ``level`` is the classification of what it stands in.
    """

    parent_uid: str | None
    order: int
    level: Classification
    groups: Sequence[NodeDraft] = ()


def find_home(scope: Scope, uid: str) -> Home:
    """Return the place of the page ``uid``: its own if it has one, else that of its directory.

    A directory is where most of its pages stand; failing that, below its index page or its group; failing
    that, a group for it is made below the directory above. There the page comes by name, if its siblings
    stand by name, else last.
    """
    if own := named(scope, uid).values_list("parent__uid", "order").first():
        return Home(own[0], own[1], _level(scope, own[0]))
    directory, missing = directory_of(uid) or "", []
    while (parent := _parent_for(scope, directory)) is None and directory:
        missing.append(directory)
        directory = directory.rpartition("/")[0]
    parent_uid = parent[0] if parent else None
    level = _level(scope, parent_uid)
    if not missing:
        return Home(parent_uid, _order_below(scope, parent_uid, uid), level)
    groups = list(_groups(scope, missing[::-1], parent_uid, level))
    return Home(groups[-1].uid, 0, level, groups)


def named(scope: Scope, *uids: str) -> NodeRevisionQuerySet:
    """The live nodes among ``uids``."""
    # By the node's scope alone: a planner that does not know a new scope yet would join both by scope.
    return NodeRevision.objects.filter(node__scope=scope, node__uid__in=uids).as_of()


def _parent_for(scope: Scope, directory: str) -> tuple[str | None] | None:
    """The uid (None: the top) of the node below which the pages of ``directory`` stand, or None for none."""
    pattern = re.escape(f"{directory}/" if directory else "") + r"[^/#]+"
    pages = NodeRevision.objects.filter(
        scope=scope, kind=NodeKind.PAGE, node__uid__regex=f"^{pattern}$"
    ).as_of()
    rows = pages.values_list("node__uid", "parent__uid")
    parents = Counter(parent for uid, parent in rows if uid.rpartition("/")[2] not in INDEX_NAMES)
    if parents:
        return (parents.most_common(1)[0][0],)
    names = [f"{directory}/{name}".lstrip("/") for name in INDEX_NAMES]
    candidates = [*names, directory, f"group:{directory}"]
    found = set(named(scope, *candidates).values_list("node__uid", flat=True))
    return next(((uid,) for uid in candidates if uid in found), None)


def _order_below(scope: Scope, parent_uid: str | None, uid: str) -> int:
    children = NodeRevision.objects.filter(scope=scope, parent__uid=parent_uid).as_of()
    children = children.order_by("order", "node__uid")
    rows = list(children.exclude(kind__in=PAGE_PARTS).values_list("node__uid", "order"))
    names = [name for name, _ in rows]
    if names == sorted(names):
        # Siblings of one order stand by uid, so that of the follower puts the page right before it.
        follower = next((order for name, order in rows if name > uid), None)
        if follower is not None:
            return follower
    last = children.values_list("order", flat=True).last()
    return 0 if last is None else last + 1


def _groups(
    scope: Scope, directories: Sequence[str], parent_uid: str | None, level: Classification
) -> Iterator[NodeDraft]:
    order = _order_below(scope, parent_uid, f"group:{directories[0]}")
    for directory in directories:
        title = title_of(directory.rpartition("/")[2])
        yield NodeDraft(f"group:{directory}", NodeKind.GROUP, title, "", parent_uid, order, level)
        parent_uid, order = f"group:{directory}", 0


def _level(scope: Scope, uid: str | None) -> Classification:
    levels = named(scope, *([uid] if uid else [])).values_list("classification", flat=True)
    return Classification(max(levels, default=Classification.PUBLIC))
