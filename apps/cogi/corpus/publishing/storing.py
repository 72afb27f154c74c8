"""The one writer: turns changes into a release, in the publishing transaction, under the scope's lock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from cogi.corpus.models import Release, Scope
from cogi.corpus.publishing.changes import Changes
from cogi.corpus.publishing.edges import store_edges
from cogi.corpus.publishing.facts import FactChanges, follow_sources, store_facts
from cogi.corpus.publishing.merkle import rehash
from cogi.corpus.publishing.nodes import close_revisions, store_revisions
from cogi.corpus.publishing.passages import StoredPassages, store_passages
from cogi.corpus.publishing.sealing import seals_the_past
from cogi.corpus.publishing.statistics import refresh_statistics
from cogi.corpus.publishing.tree import place_nodes
from cogi.corpus.signals import release_published


@dataclass(frozen=True, slots=True)
class Publication:
    """What a publish did. ``release`` is None when nothing had changed."""

    release: Release | None
    nodes_added: int = 0
    nodes_changed: int = 0
    nodes_removed: int = 0
    passages_added: int = 0
    passages_removed: int = 0
    contents_added: int = 0


def store(
    scope: Scope, changes: Changes, facts: FactChanges, *, nodes: Mapping[str, int], now: datetime
) -> Publication:
    """Write the next release of ``scope``, let the indexes follow, and add one to the version."""
    number = scope.release_number + 1
    if seals_the_past(scope, changes):
        Scope.objects.filter(pk=scope.pk).update(readable_from=number)
    _store_nodes(scope, changes, number, nodes=nodes)
    passages = store_passages(
        scope, changes.upserts, changes.removed, pages=changes.pages, number=number, nodes=nodes
    )
    store_edges(scope, changes.edges_added, changes.edges_removed, number, nodes=nodes)
    store_facts(scope, facts, nodes=nodes, now=now)
    follow_sources(passages.removed)
    release = _store_release(scope, changes, passages, number, now=now)
    refresh_statistics(len(passages.added))
    release_published.send(
        sender=Release, scope=scope, release=release, added=passages.added, removed=passages.removed
    )
    Scope.objects.filter(pk=scope.pk).update(version=F("version") + 1, release_number=number)
    return Publication(
        release=release,
        nodes_added=len(changes.added),
        nodes_changed=len(changes.changed),
        nodes_removed=len(changes.removed),
        passages_added=len(passages.added),
        passages_removed=len(passages.removed),
        contents_added=passages.contents_added,
    )


def _store_nodes(scope: Scope, changes: Changes, number: int, *, nodes: Mapping[str, int]) -> None:
    close_revisions([*(d.uid for d in changes.changed), *changes.removed], number, nodes=nodes)
    store_revisions(scope, changes.upserts, changes.hashes, number, nodes=nodes)
    if changes.resettled:
        place_nodes(scope, [nodes[uid] for uid in changes.resettled])


def _store_release(
    scope: Scope, changes: Changes, passages: StoredPassages, number: int, *, now: datetime
) -> Release:
    before = Release.objects.filter(scope=scope, number=number - 1).first()
    node_count, passage_count = (before.node_count, before.passage_count) if before else (0, 0)
    return Release.objects.create(
        scope=scope,
        number=number,
        merkle_root=rehash(scope, changes.uids),
        node_count=node_count + len(changes.added) - len(changes.removed),
        passage_count=passage_count + len(passages.added) - len(passages.removed),
        created_at=now,
    )
