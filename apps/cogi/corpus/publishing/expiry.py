"""Deletes what no kept release holds, a batch at a time; the caller holds the scope's lock.

A node keeps its newest revision as long as it is there, since that revision says where it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from cogi.corpus.models import Edge, Fact, Node, NodeRevision, Passage, PassageContent, Scope, VisibilityClass
from cogi.corpus.publishing.lineage import STEP, newest_revisions

BATCH = 1000


def expired_passages(scope: Scope, oldest: int) -> QuerySet[Passage]:
    return Passage.objects.filter(scope=scope, valid_to__lte=oldest)


def expired_edges(scope: Scope, oldest: int) -> QuerySet[Edge]:
    return Edge.objects.filter(scope=scope, valid_to__lte=oldest)


def expired_revisions(scope: Scope, oldest: int) -> QuerySet[NodeRevision]:
    later = NodeRevision.objects.filter(node=OuterRef("node"), valid_from__gt=OuterRef("valid_from"))
    return NodeRevision.objects.filter(Exists(later), scope=scope, valid_to__lte=oldest)


def expired_nodes(scope: Scope, oldest: int) -> QuerySet[NodeRevision]:
    """The newest revisions of nodes that may go: nothing stands below them, nothing else names them."""
    node = OuterRef("node")
    named = (
        Exists(Edge.objects.filter(Q(source=node) | Q(target=node)))
        | Exists(Passage.objects.filter(Q(node=node) | Q(page=node)))
        | Exists(NodeRevision.objects.filter(parent=node))
        | Exists(Fact.objects.filter(Q(subject=node) | Q(object=node)).believed())
    )
    return newest_revisions().filter(~named, scope=scope, valid_to__lte=oldest, node__numchild=0)


def delete_passages(scope: Scope, oldest: int) -> Counter[str]:
    """Delete passages, and those of their contents that no scope has a place for any more."""
    batch = expired_passages(scope, oldest).values_list("pk", "content_id")[:BATCH]
    contents = dict(batch)
    Passage.objects.filter(pk__in=contents).delete()
    return Counter(passages=len(contents), contents=delete_unplaced(set(contents.values())))


def delete_edges(scope: Scope, oldest: int) -> Counter[str]:
    ids = list(expired_edges(scope, oldest).values_list("pk", flat=True)[:BATCH])
    Edge.objects.filter(pk__in=ids).delete()
    return Counter(edges=len(ids))


def delete_revisions(scope: Scope, oldest: int) -> Counter[str]:
    ids = list(expired_revisions(scope, oldest).values_list("pk", flat=True)[:BATCH])
    NodeRevision.objects.filter(pk__in=ids).delete()
    return Counter(revisions=len(ids))


def delete_nodes(scope: Scope, oldest: int) -> Counter[str]:
    """Delete nodes from the leaves up, with their last revisions and the facts once believed of them."""
    paths = dict(expired_nodes(scope, oldest).values_list("node_id", "node__path")[:BATCH])
    # Not by treebeard's queryset, which would look for descendants of each; these have none.
    Node._base_manager.filter(pk__in=paths).delete()
    _count_children_down([path[:-STEP] for path in paths.values()])
    return Counter(nodes=len(paths), revisions=len(paths))


def delete_classes(scope: Scope) -> Counter[str]:
    used = Exists(Passage.objects.filter(visibility=OuterRef("pk")))
    ids = list(VisibilityClass.objects.filter(~used, scope=scope).values_list("pk", flat=True))
    VisibilityClass.objects.filter(pk__in=ids).delete()
    return Counter(classes=len(ids))


def _count_children_down(parents: Sequence[str]) -> None:
    lost: dict[int, list[str]] = {}
    for path, count in Counter(parents).items():
        lost.setdefault(count, []).append(path)
    for count, paths in lost.items():
        Node.objects.filter(path__in=paths).update(numchild=F("numchild") - count)


def unplaced_contents() -> QuerySet[PassageContent]:
    """Contents that no release of any scope has a place for, such as those of scopes that are gone."""
    return PassageContent.objects.filter(~Exists(Passage.objects.filter(content=OuterRef("pk"))))


def delete_unplaced(content_ids: Collection[int]) -> int:
    """Delete those of the contents that have no place, and no publish is about to give one."""
    # A publish that is about to place a content holds it (passages._content_ids); what is held stays. What
    # is locked here cannot be placed any more, so the second query sees all places that there will be.
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_FREE, [list(content_ids)])
        free = [pk for (pk,) in cursor.fetchall()]
    placed = Passage.objects.filter(content__in=free).values_list("content_id", flat=True)
    unplaced = set(free).difference(placed)
    PassageContent.objects.filter(pk__in=unplaced).delete()
    return len(unplaced)


_LOCK_FREE = "SELECT id FROM cogi_corpus_passagecontent WHERE id = ANY(%s) FOR UPDATE SKIP LOCKED"
