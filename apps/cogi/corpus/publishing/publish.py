"""The one door through which a scope changes: a publish happens whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from cogi.corpus.conf import conf
from cogi.corpus.errors import CorpusError
from cogi.corpus.identity import merkle_root
from cogi.corpus.models import Passage, Release, Scope
from cogi.corpus.publishing.changes import Changes, compare
from cogi.corpus.publishing.edges import store_edges
from cogi.corpus.publishing.facts import FactChanges, compare_facts, store_facts
from cogi.corpus.publishing.nodes import close_revisions, ensure_nodes, store_revisions
from cogi.corpus.publishing.passages import store_passages
from cogi.corpus.publishing.sealing import seals_the_past
from cogi.corpus.publishing.tree import place_nodes
from cogi.corpus.publishing.validation import validate
from cogi.corpus.signals import release_published
from cogi.corpus.snapshot import Snapshot


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


class ShrinkRefused(CorpusError):
    """A release would remove a larger share of a scope's pages than is allowed unasked."""

    def __init__(self, scope: Scope, removed: int, before: int) -> None:
        super().__init__(
            f"This release would remove {removed} of the {before} pages of {scope.slug}; nothing was "
            "published. "
            "If that is intended, confirm it (--accept-shrink); otherwise check the source."
        )


@transaction.atomic
def publish_release(
    *, scope: Scope, snapshot: Snapshot, now: datetime, accept_shrink: bool = False
) -> Publication:
    """Make ``scope`` hold exactly ``snapshot`` and return what that changed.

    One transaction stores the changed revisions, passages, edges and facts, lets the indexes follow
    (``signals.release_published``), writes the release with its Merkle root, and adds one to the
    scope's version. A snapshot equal to the newest release writes nothing. Publishes of one scope wait
    for one another.

    Raises:
        InvalidSnapshot: when the snapshot contradicts itself; nothing is stored.
        ShrinkRefused: when more than ``COGI_MAX_SHRINK`` of the pages would go and ``accept_shrink``
            is false.
    """
    validate(snapshot)
    locked = Scope.objects.select_for_update().get(pk=scope.pk)
    changes = compare(locked, snapshot)
    nodes = ensure_nodes(locked, changes.added)
    facts = compare_facts(locked, snapshot.facts, nodes=nodes)
    if not changes and not facts:
        return Publication(release=None)
    if not accept_shrink and changes.pages_removed > conf.max_shrink * changes.pages_before:
        raise ShrinkRefused(locked, changes.pages_removed, changes.pages_before)
    publication = _store(locked, changes, facts, nodes=nodes, now=now)
    scope.refresh_from_db(fields=["version", "release_number"])
    return publication


def _store(
    scope: Scope, changes: Changes, facts: FactChanges, *, nodes: Mapping[str, int], now: datetime
) -> Publication:
    number = scope.release_number + 1
    if seals_the_past(scope, changes):
        Scope.objects.filter(pk=scope.pk).update(readable_from=number)
    close_revisions(scope, [*(d.uid for d in changes.changed), *changes.removed], number, nodes=nodes)
    upserts = [*changes.added, *changes.changed]
    store_revisions(scope, upserts, changes.hashes, number, nodes=nodes)
    if changes.restructured:
        place_nodes(scope)
    passages = store_passages(
        scope, upserts, changes.removed, pages=changes.pages, number=number, nodes=nodes
    )
    store_edges(scope, changes.edges_added, changes.edges_removed, number, nodes=nodes)
    store_facts(scope, facts, now=now)
    release = Release.objects.create(
        scope=scope,
        number=number,
        merkle_root=merkle_root(changes.hashes.items()),
        node_count=len(changes.hashes),
        passage_count=Passage.objects.filter(scope=scope).as_of().count(),
        created_at=now,
    )
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
