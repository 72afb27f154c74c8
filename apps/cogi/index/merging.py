"""Merges small segments into larger ones in the background, so that a class never has many."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from django.db import connection, transaction
from django.utils import timezone
from numpy.typing import NDArray

from cogi.corpus.models import Release, Scope
from cogi.index import blocks, postings, vocabulary
from cogi.index.analysis import ANALYSIS_VERSION
from cogi.index.conf import conf
from cogi.index.inverting import Inverted, Lists, invert
from cogi.index.manifest import LiveSegment, read_manifest, write_manifest
from cogi.index.models import ManifestEntry, PostingBlock, Segment
from cogi.index.segments import copy_postings

logger = logging.getLogger(__name__)

# Two processes that merge in one scope take this lock, with the scope's id.
LOCK_SPACE = 0x636F6D67


@transaction.atomic
def merge_scope(scope: Scope) -> int:
    """Merge the crowded or mostly dead segments that the newest release reads; return how many there were.

    One transaction builds the merged segments beside the old ones and, at its end, puts them into the
    newest release's manifest; so a kill leaves nothing behind, and publishes wait only for the end. What
    has died meanwhile is dead in the merged segment too. Scores do not change, but the scope's version
    does, so that readers move over; those in the middle of a search still find the old segments, which
    ``sweep_segments`` removes later. Older releases keep reading the originals.
    """
    release = Release.objects.filter(scope=scope, number=scope.release_number).first()
    if release is None or not _try_lock(scope):
        return 0
    # Those of an earlier analysis are not mixed with others: they will be rebuilt.
    current = [live for live in read_manifest(release) if live.segment.analysis_version == ANALYSIS_VERSION]
    groups = list(_groups(current))
    merged = [(parts, _merge(parts)) for parts in groups]
    if merged:
        _replace(scope, merged)
        logger.info("index.segments.merged scope=%s segments=%d", scope.slug, sum(map(len, groups)))
    return sum(map(len, groups))


def _try_lock(scope: Scope) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [LOCK_SPACE, scope.pk])
        return bool(cursor.fetchone()[0])


def _groups(segments: Sequence[LiveSegment]) -> Iterator[list[LiveSegment]]:
    """Choose what to merge in each class.

    Of more than ``COGI_MAX_SEGMENTS`` the larger half stays and the others become one; so a document is
    copied a logarithmic number of times (logarithmic merging, Büttcher et al. 2010, ch. 7). A segment of
    which more is dead than alive is written anew.
    """
    by_class: dict[int, list[LiveSegment]] = defaultdict(list)
    for live in segments:
        by_class[live.segment.visibility_id].append(live)
    for own in by_class.values():
        own.sort(key=lambda live: live.live_count, reverse=True)
        keep = len(own) if len(own) <= conf.max_segments else conf.max_segments // 2
        wasteful = [live for live in own[:keep] if live.live_count * 2 < live.segment.document_count]
        if chosen := _fitting(wasteful + own[keep:]):
            yield chosen


def _fitting(segments: Sequence[LiveSegment]) -> list[LiveSegment]:
    """Return the smallest that fit together into one segment; one alone only when it has dead to lose."""
    chosen: list[LiveSegment] = []
    room = conf.segment_passages
    for live in sorted(segments, key=lambda live: live.live_count):
        room -= live.live_count
        if room < 0:
            break
        chosen.append(live)
    return chosen if len(chosen) > 1 or any(live.dead.any() for live in chosen) else []


def _merge(parts: Sequence[LiveSegment]) -> Segment:
    """Store one segment with the live documents of ``parts``."""
    inverted = _inverted(parts)
    entries = (e for p in parts for e in vocabulary.Vocabulary(bytes(p.segment.surfaces)).entries())
    first = parts[0].segment
    segment = Segment.objects.create(
        scope_id=first.scope_id,
        visibility_id=first.visibility_id,
        analysis_version=ANALYSIS_VERSION,
        document_count=inverted.lengths.size,
        passages=_joined(parts, "passages", "<i8"),
        pages=_joined(parts, "pages", "<i8"),
        lengths=_joined(parts, "lengths", "<u4"),
        surfaces=vocabulary.pack(set(entries), inverted.frequencies()),
    )
    copy_postings(segment, inverted)
    return segment


def _joined(parts: Sequence[LiveSegment], column: str, dtype: str) -> bytes:
    """Return a column of the live documents of ``parts``, in their order."""
    columns = (np.frombuffer(getattr(part.segment, column), dtype)[~part.dead] for part in parts)
    return b"".join(column.tobytes() for column in columns)


def _inverted(parts: Sequence[LiveSegment]) -> Inverted:
    """Invert the live documents of ``parts``, renumbered without the dead."""
    numbers: dict[str, int] = {}
    lists, base = Lists(), 0
    for part in parts:
        renumbered = base + np.cumsum(~part.dead) - 1
        for lexeme, data in _stored_postings(part.segment):
            ordinals, units = postings.unpack(data)
            live = ~part.dead[ordinals]
            if live.any():
                contents = renumbered[ordinals[live]]
                number = numbers.setdefault(lexeme, len(numbers))
                lists.add(contents, np.full(contents.size, number), units[live].astype(np.int64))
        base += part.live_count
    return invert(lists, list(numbers), count=base)


def _stored_postings(segment: Segment) -> Iterator[tuple[str, bytes]]:
    rows = PostingBlock.objects.filter(segment=segment).values_list("data", flat=True)
    for data in rows.iterator(chunk_size=500):
        yield from blocks.unpack(bytes(data))


def _replace(scope: Scope, merged: Sequence[tuple[Sequence[LiveSegment], Segment]]) -> None:
    """Let the newest release read the merged segments instead of their parts."""
    locked = Scope.objects.select_for_update().get(pk=scope.pk)
    release = Release.objects.get(scope=locked, number=locked.release_number)
    present = {live.segment.pk: live for live in read_manifest(release)}
    replaced = [part.segment.pk for parts, _ in merged for part in parts]
    fresh = [LiveSegment(segment, _dead_since(parts, present)) for parts, segment in merged]
    ManifestEntry.objects.filter(release=release, segment__in=replaced).delete()
    write_manifest(release, fresh)
    Segment.objects.filter(pk__in=replaced, manifest_entries__isnull=True).update(retired_at=timezone.now())
    Scope.objects.filter(pk=locked.pk).bump_version()


def _dead_since(parts: Sequence[LiveSegment], present: dict[int, LiveSegment]) -> NDArray[np.bool_]:
    """Return which of the merged documents have died since; a part that nobody reads any more wholly has."""
    dead = []
    for part in parts:
        now = present.get(part.segment.pk)
        everything = np.ones(part.dead.size, np.bool_)
        dead.append((now.dead if now else everything)[~part.dead])
    return np.concatenate(dead)
