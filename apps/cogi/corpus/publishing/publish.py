"""The two doors through which a scope changes: a publish happens whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from cogi.corpus.conf import conf
from cogi.corpus.errors import CorpusError
from cogi.corpus.models import NodeRevision, Release, Scope
from cogi.corpus.publishing.changes import Changes, compare
from cogi.corpus.publishing.extent import Extent, pages_of, whole_scope
from cogi.corpus.publishing.facts import compare_facts
from cogi.corpus.publishing.nodes import ensure_nodes
from cogi.corpus.publishing.storing import Publication, store
from cogi.corpus.publishing.update_validation import validate_update
from cogi.corpus.publishing.validation import validate
from cogi.corpus.signals import release_proposed
from cogi.corpus.snapshot import Snapshot, Update
from cogi.corpus.vocabulary import NodeKind


class ShrinkRefused(CorpusError):
    """A release would remove a larger share of a scope's pages than is allowed unasked."""

    def __init__(self, scope: Scope, removed: int, before: int) -> None:
        super().__init__(
            f"This release would remove {removed} of the {before} pages of {scope.slug}; nothing was "
            "published. "
            "If that is intended, confirm it (--accept-shrink); otherwise check the source."
        )


@dataclass(frozen=True, slots=True)
class _Accepted:
    """What the publisher has confirmed."""

    shrink: bool
    regression: bool


@transaction.atomic
def publish_release(
    *,
    scope: Scope,
    snapshot: Snapshot,
    now: datetime,
    accept_shrink: bool = False,
    accept_regression: bool = False,
) -> Publication:
    """Make ``scope`` hold exactly ``snapshot`` and return what that changed.

    One transaction stores the changed revisions, passages, edges and facts, lets the indexes follow
    (``signals.release_published``), writes the release with its Merkle root, and adds one to the
    scope's version. A snapshot equal to the newest release writes nothing. Publishes of one scope wait
    for one another.

    Raises:
        InvalidSnapshot: when the snapshot contradicts itself, or is deeper than a tree can be; nothing
            is stored.
        ShrinkRefused: when more than ``COGI_MAX_SHRINK`` of the pages would go and ``accept_shrink``
            is false.
        ReleaseRefused: when a receiver of ``signals.release_proposed`` refuses, such as a floor of
            relevance when ``accept_regression`` is false.
    """
    validate(snapshot)
    locked = Scope.objects.select_for_update().get(pk=scope.pk)
    accepted = _Accepted(accept_shrink, accept_regression)
    publication = _publish(locked, snapshot, whole_scope(locked), now=now, accepted=accepted)
    scope.refresh_from_db(fields=["version", "release_number"])
    return publication


@transaction.atomic
def publish_changes(
    *,
    scope: Scope,
    update: Update,
    now: datetime,
    accept_shrink: bool = False,
    accept_regression: bool = False,
) -> Publication:
    """Put ``update`` in place of what ``scope`` holds of its pages, and return what that changed.

    The work is in proportion to the update, not to the scope. The outcome is that of
    ``publish_release`` with the snapshot in which

    - each drafted node replaces the one of its uid, and the parts of drafted nodes that are not drafted
      themselves are gone; so are the nodes in ``removed``, with their parts;
    - the edges and facts that ingest states of those nodes are exactly the update's; those that
      others' nodes have with one that is gone, are gone with it;
    - all else is as it was.

    Everything said there holds here: one transaction, one release, an equal update writes nothing. To
    remove what is not there changes nothing.

    Raises:
        InvalidSnapshot: when that snapshot would contradict itself, a part is drafted or removed
            without its page, or a statement is made of a node that is not drafted; nothing is stored.
        ShrinkRefused, ReleaseRefused: as for ``publish_release``.
    """
    locked = Scope.objects.select_for_update().get(pk=scope.pk)
    extent = pages_of(locked, update)
    validate_update(update, extent)
    accepted = _Accepted(accept_shrink, accept_regression)
    publication = _publish(locked, update.drafts, extent, now=now, accepted=accepted)
    scope.refresh_from_db(fields=["version", "release_number"])
    return publication


def _publish(
    scope: Scope, drafts: Snapshot, extent: Extent, *, now: datetime, accepted: _Accepted
) -> Publication:
    changes = compare(scope, drafts, extent)
    nodes = extent.ids | ensure_nodes(scope, changes.added)
    facts = compare_facts(scope, drafts.facts, within=extent.facts, nodes=nodes)
    if not changes and not facts:
        return Publication(release=None)
    if not accepted.shrink:
        _refuse_shrinking(scope, changes)
    publication = store(scope, changes, facts, nodes=nodes, now=now)
    release_proposed.send(
        sender=Release,
        scope=scope,
        release=publication.release,
        accept_regression=accepted.regression,
    )
    return publication


def _refuse_shrinking(scope: Scope, changes: Changes) -> None:
    if not changes.pages_removed:
        return
    pages = NodeRevision.objects.filter(scope=scope, kind=NodeKind.PAGE).as_of()
    # With so many pages these may go; to count all of a large scope would cost more than the publish.
    enough = int(changes.pages_removed / conf.max_shrink) + 1 if conf.max_shrink else None
    before = pages[:enough].count()
    if changes.pages_removed > conf.max_shrink * before:
        raise ShrinkRefused(scope, changes.pages_removed, before)
