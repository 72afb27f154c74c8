"""What an operator wants to know: scopes, releases, segments, vectors, the queue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from cogi.corpus.models import Release, Scope
from cogi.index.coverage import Coverage, coverage
from cogi.index.model_states import ModelState, model_states
from cogi.index.models import ManifestEntry
from cogi.inference.embedders import Embedder, default_embedder
from cogi.ingest.models import IngestRun


@dataclass(frozen=True, slots=True)
class ScopeStatus:
    """One scope. ``vectors`` is None when no embedder is configured."""

    slug: str
    version: int
    release: int
    published_at: datetime | None
    nodes: int
    passages: int
    segments: int
    vectors: Coverage | None


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """Runs that wait, runs under way, and seconds that the oldest due one has waited."""

    waiting: int
    running: int
    oldest_wait_s: float


@dataclass(frozen=True, slots=True)
class Status:
    scopes: Sequence[ScopeStatus]
    queue: QueueStatus
    embedder: str | None
    models: Sequence[ModelState]


def read_status() -> Status:
    """Return the state of every scope and of the ingest queue."""
    embedder = default_embedder()
    model_id = embedder.model_id if embedder else None
    return Status(
        [_scope(scope, embedder) for scope in Scope.objects.all()], _queue(), model_id, model_states(model_id)
    )


def _scope(scope: Scope, embedder: Embedder | None) -> ScopeStatus:
    release = Release.objects.filter(scope=scope, number=scope.release_number).first()
    return ScopeStatus(
        slug=scope.slug,
        version=scope.version,
        release=scope.release_number,
        published_at=release.created_at if release else None,
        nodes=release.node_count if release else 0,
        passages=release.passage_count if release else 0,
        segments=ManifestEntry.objects.filter(release=release).count() if release else 0,
        vectors=coverage(scope, embedder) if embedder else None,
    )


def _queue() -> QueueStatus:
    unfinished = IngestRun.objects.unfinished()
    oldest = unfinished.due(timezone.now()).filter(status=IngestRun.Status.QUEUED).first()
    return QueueStatus(
        waiting=unfinished.filter(status=IngestRun.Status.QUEUED).count(),
        running=unfinished.filter(status=IngestRun.Status.RUNNING).count(),
        oldest_wait_s=round((timezone.now() - oldest.due_at).total_seconds(), 1) if oldest else 0.0,
    )
