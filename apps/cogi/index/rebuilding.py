"""Builds a scope's segments anew from the truth, for another analysis or other field weights."""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from cogi.corpus.models import Passage, Release, Scope
from cogi.index.analysis import ANALYSIS_VERSION
from cogi.index.building import build_segments
from cogi.index.manifest import write_manifest
from cogi.index.models import LexicalDocument, ManifestEntry, Segment

logger = logging.getLogger(__name__)


@transaction.atomic
def rebuild_segments(scope: Scope) -> int:
    """Replace what the newest release of ``scope`` reads by new segments, one per class; return how many.

    Readers see the old segments until this commits, and may finish with them after it: they go with the
    next sweep. Older releases keep theirs.
    """
    locked = Scope.objects.select_for_update().get(pk=scope.pk)
    release = Release.objects.filter(scope=locked, number=locked.release_number).first()
    if release is None:
        return 0
    live = Passage.objects.filter(scope=locked).as_of()
    LexicalDocument.objects.filter(content__places__in=live).delete()
    built = build_segments(locked, live.values_list("pk", flat=True))
    old = ManifestEntry.objects.filter(release=release)
    replaced = list(old.values_list("segment_id", flat=True))
    old.delete()
    write_manifest(release, built)
    Segment.objects.filter(pk__in=replaced, manifest_entries__isnull=True).update(retired_at=timezone.now())
    Scope.objects.filter(pk=locked.pk).bump_version()
    logger.info("index.segments.rebuilt scope=%s segments=%d", locked.slug, len(built))
    return len(built)


def outdated_scopes() -> list[Scope]:
    """Return the scopes whose newest release has no segments, or some of another analysis than today's."""
    entries = ManifestEntry.objects.filter(
        release__scope=OuterRef("pk"), release__number=OuterRef("release_number")
    )
    other = entries.exclude(segment__analysis_version=ANALYSIS_VERSION)
    passages = Passage.objects.filter(scope=OuterRef("pk")).as_of()
    outdated = Q(Exists(other)) | (~Q(Exists(entries)) & Q(Exists(passages)))
    return list(Scope.objects.filter(outdated, release_number__gt=0))
