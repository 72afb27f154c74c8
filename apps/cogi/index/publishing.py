"""Lets the segments follow a publish, inside its transaction."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from django.db import transaction
from kombu.exceptions import OperationalError

from cogi.corpus.models import Passage, Release, Scope
from cogi.index.embedding import record_coverage
from cogi.index.manifest import LiveSegment, read_manifest, write_manifest
from cogi.index.merging import merge_small
from cogi.index.models import Segment
from cogi.index.segments import SegmentDocument, build_segment
from cogi.index.tasks import embed_scope
from cogi.inference.embedders import default_embedder

logger = logging.getLogger(__name__)


def index_release(
    *, scope: Scope, release: Release, added: Sequence[int], removed: Sequence[int], **_: Any
) -> None:
    """Receive ``release_published``: one new segment per visibility class, the removed marked dead."""
    previous = Release.objects.filter(scope=scope, number=release.number - 1).first()
    segments = read_manifest(previous) if previous else []
    dead = np.array(removed, np.int64)
    for live in segments:
        live.bury(dead)
    for visibility_id, documents in documents_by_class(added).items():
        segment = build_segment(scope, visibility_id, documents)
        segments.append(LiveSegment(segment, np.zeros(len(documents), np.bool_)))
    read = merge_small(scope, segments)
    write_manifest(release, read)
    _discard_merged(segments, read)
    embedder = default_embedder()
    if embedder is not None:
        record_coverage(scope, embedder)
    if added:
        transaction.on_commit(lambda: _embed_after_commit(scope), robust=True)


def _discard_merged(before: Sequence[LiveSegment], after: Sequence[LiveSegment]) -> None:
    """Delete segments that were merged away before any release could read them."""
    merged = {live.segment.pk for live in before} - {live.segment.pk for live in after}
    Segment.objects.filter(pk__in=merged).exclude(manifest_entries__isnull=False).delete()


def documents_by_class(passage_ids: Iterable[int]) -> dict[int, list[SegmentDocument]]:
    """Return the given passages as documents of new segments, by visibility class id."""
    by_class: dict[int, list[SegmentDocument]] = defaultdict(list)
    rows = Passage.objects.filter(pk__in=list(passage_ids)).order_by("pk")
    for pk, page_id, content_id, visibility_id in rows.values_list(
        "pk", "page_id", "content_id", "visibility_id"
    ):
        by_class[visibility_id].append(SegmentDocument(pk, page_id, content_id))
    return by_class


def _embed_after_commit(scope: Scope) -> None:
    """Ask a worker for the vectors; a broker that is down costs time, since the sweep asks again."""
    try:
        embed_scope.delay(scope.pk)
    except OperationalError:
        logger.warning("index.vectors.not_queued scope=%s", scope.slug)
