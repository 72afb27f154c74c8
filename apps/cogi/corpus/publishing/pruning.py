"""Forgets old releases in many small transactions: it may be killed anywhere, and goes on where it was."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from cogi.corpus.errors import CorpusError
from cogi.corpus.models import Release, Scope
from cogi.corpus.publishing import expiry
from cogi.corpus.signals import releases_pruned

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many rows went. ``oldest`` is the number of the oldest release that is kept, 0 if there is none."""

    oldest: int
    releases: int = 0
    revisions: int = 0
    passages: int = 0
    edges: int = 0
    nodes: int = 0
    contents: int = 0
    classes: int = 0


class NothingKept(CorpusError):
    """Pruning may not remove the newest release."""

    def __init__(self, keep: int) -> None:
        super().__init__(f"To keep {keep} releases would remove the newest. Keep 1 or more.")


def prune_releases(scope: Scope, *, keep: int) -> Pruned:
    """Forget all but the newest ``keep`` releases of ``scope``, and what only those held.

    That is node revisions, passages, edges, contents without a place in any scope, visibility classes
    without passages, and nodes that no kept release has and nothing names. A fact lives as long as the
    nodes that it names; it loses its source with the passage. Facts that are believed keep their nodes.

    Each step is a transaction of at most ``expiry.BATCH`` rows under the scope's lock. At the end
    ``signals.releases_pruned`` is sent, when anything went.

    Raises:
        NothingKept: when ``keep`` is less than 1.
    """
    oldest = oldest_kept(scope, keep=keep)
    if not _has_expired(scope, oldest):
        return Pruned(oldest)
    gone = Counter[str]()
    for step in (
        _forget_releases,
        expiry.delete_edges,
        expiry.delete_passages,
        expiry.delete_revisions,
        expiry.delete_nodes,
    ):
        gone += _repeat(scope, oldest, step)
    gone += _finish(scope, oldest)
    logger.info(
        "corpus.pruned scope=%s oldest=%s %s", scope.pk, oldest, " ".join(f"{k}={n}" for k, n in gone.items())
    )
    return Pruned(oldest, **gone)


def prune_all(*, keep: int) -> dict[str, Pruned]:
    """Prune every scope, then remove contents that lost their last place in other ways; return by slug."""
    pruned = {scope.slug: prune_releases(scope, keep=keep) for scope in Scope.objects.all()}
    _sweep_contents()
    return pruned


def would_prune(scope: Scope, *, keep: int) -> Pruned:
    """Count what ``prune_releases`` would remove; nodes, contents and classes only follow from that."""
    oldest = oldest_kept(scope, keep=keep)
    return Pruned(
        oldest,
        releases=_older(scope, oldest).count(),
        revisions=expiry.expired_revisions(scope, oldest).count(),
        passages=expiry.expired_passages(scope, oldest).count(),
        edges=expiry.expired_edges(scope, oldest).count(),
    )


def oldest_kept(scope: Scope, *, keep: int) -> int:
    """Return the number of the oldest of the newest ``keep`` releases; 0 when there is none."""
    if keep < 1:
        raise NothingKept(keep)
    numbers = Release.objects.filter(scope=scope).order_by("-number").values_list("number", flat=True)[:keep]
    return min(numbers, default=0)


def _repeat(scope: Scope, oldest: int, step: Callable[[Scope, int], Counter[str]]) -> Counter[str]:
    total = Counter[str]()
    while True:
        with transaction.atomic():
            done = step(Scope.objects.select_for_update().get(pk=scope.pk), oldest)
        if not +done:
            return total
        total += done


def _forget_releases(scope: Scope, oldest: int) -> Counter[str]:
    ids = list(_older(scope, oldest).order_by("number").values_list("pk", flat=True)[: expiry.BATCH])
    if ids:
        Release.objects.filter(pk__in=ids).delete()
        _unseal(scope, oldest)
        Scope.objects.filter(pk=scope.pk).bump_version()
    return Counter(releases=len(ids))


def _unseal(scope: Scope, oldest: int) -> None:
    """A past that is gone needs no seal; one left behind would lead readers to a release that is gone."""
    Scope.objects.filter(pk=scope.pk, readable_from__lte=oldest).update(readable_from=0)


@transaction.atomic
def _finish(scope: Scope, oldest: int) -> Counter[str]:
    locked = Scope.objects.select_for_update().get(pk=scope.pk)
    gone = expiry.delete_classes(locked)
    releases_pruned.send(sender=Release, scope=locked, oldest=oldest)
    return gone


def _sweep_contents() -> None:
    last = 0
    while ids := list(
        expiry.unplaced_contents()
        .filter(pk__gt=last)
        .order_by("pk")
        .values_list("pk", flat=True)[: expiry.BATCH]
    ):
        with transaction.atomic():
            expiry.delete_unplaced(ids)
        last = ids[-1]


def _older(scope: Scope, oldest: int) -> QuerySet[Release]:
    return Release.objects.filter(scope=scope, number__lt=oldest)


def _has_expired(scope: Scope, oldest: int) -> bool:
    return (
        _older(scope, oldest).exists()
        or expiry.expired_passages(scope, oldest).exists()
        or expiry.expired_edges(scope, oldest).exists()
        or expiry.expired_revisions(scope, oldest).exists()
    )
