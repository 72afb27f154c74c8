"""Builds a scope's segments anew from the truth, for another analysis or other field weights."""

from __future__ import annotations

import logging

import numpy as np
from django.db import transaction

from cogi.corpus.models import Passage, Release, Scope
from cogi.index.manifest import LiveSegment, write_manifest
from cogi.index.models import LexicalDocument, ManifestEntry, Segment
from cogi.index.publishing import documents_by_class
from cogi.index.segments import build_segment

logger = logging.getLogger(__name__)


@transaction.atomic
def rebuild_segments(scope: Scope) -> int:
    """Replace what the newest release of ``scope`` reads by one new segment per class; return their number.

    Readers see the old segments until this commits, and may finish with them after it: they go with the
    next rebuild. Older releases keep theirs.
    """
    locked = Scope.objects.select_for_update().get(pk=scope.pk)
    release = Release.objects.filter(scope=locked, number=locked.release_number).first()
    if release is None:
        return 0
    # Those of the last rebuild: by now no reader is in the middle of them.
    Segment.objects.filter(scope=locked, manifest_entries__isnull=True).delete()
    live = Passage.objects.filter(scope=locked).as_of()
    LexicalDocument.objects.filter(content__places__in=live).delete()
    built = [
        LiveSegment(build_segment(locked, visibility_id, documents), np.zeros(len(documents), np.bool_))
        for visibility_id, documents in documents_by_class(live.values_list("pk", flat=True)).items()
    ]
    ManifestEntry.objects.filter(release=release).delete()
    write_manifest(release, built)
    Scope.objects.filter(pk=locked.pk).bump_version()
    logger.info("index.segments.rebuilt scope=%s segments=%d", locked.slug, len(built))
    return len(built)
