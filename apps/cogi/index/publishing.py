"""Lets the segments follow a publish, inside its transaction."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db import transaction
from kombu.exceptions import OperationalError

from cogi.corpus.models import Passage, Release, Scope
from cogi.index.building import build_segments
from cogi.index.coverage import counted_models, follow_publish
from cogi.index.manifest import LiveSegment, read_manifest, write_manifest
from cogi.index.tasks import embed_scope, merge_segments
from cogi.inference.embedders import default_embedder

logger = logging.getLogger(__name__)


def index_release(
    *, scope: Scope, release: Release, added: Sequence[int], removed: Sequence[int], **_: Any
) -> None:
    """Receive ``release_published``: new segments for what was added, the removed marked dead."""
    if Scope.objects.filter(pk=scope.pk, readable_from=release.number).exists():
        # Something is classified higher now: not even a word of it may stay in a lower class's vocabulary.
        segments = build_segments(
            scope, Passage.objects.filter(scope=scope).as_of().values_list("pk", flat=True)
        )
    else:
        segments = _followed(scope, release, added=added, removed=removed)
    write_manifest(release, segments)
    _follow_coverage(scope, added=added, removed=removed)
    transaction.on_commit(lambda: _ask_workers(scope, embed=bool(added)), robust=True)


def _follow_coverage(scope: Scope, *, added: Sequence[int], removed: Sequence[int]) -> None:
    names = set(counted_models(scope))
    if (embedder := default_embedder()) is not None:
        names.add(embedder.model_id)
    follow_publish(scope, sorted(names), added=added, removed=removed)


def _followed(
    scope: Scope, release: Release, *, added: Sequence[int], removed: Sequence[int]
) -> list[LiveSegment]:
    previous = Release.objects.filter(scope=scope, number=release.number - 1).first()
    segments = read_manifest(previous) if previous else []
    dead = np.array(removed, np.int64)
    for live in segments if removed else []:
        live.bury(dead)
    return segments + build_segments(scope, added)


def _ask_workers(scope: Scope, *, embed: bool) -> None:
    """Ask for vectors and merges; a broker that is down costs time, since the sweep asks again."""
    try:
        merge_segments.delay(scope.pk)
        if embed:
            embed_scope.delay(scope.pk)
    except OperationalError:
        logger.warning("index.work.not_queued scope=%s", scope.slug)
