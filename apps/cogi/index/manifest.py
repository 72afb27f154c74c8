"""The manifest of a release: which segments it reads, and which of their documents are dead."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.models import Release
from cogi.index.models import ManifestEntry, Segment

DeadSet = NDArray[np.bool_]


@dataclass(slots=True)
class LiveSegment:
    """A segment and its dead set (n,) while a manifest is in the making."""

    segment: Segment
    dead: DeadSet

    @property
    def live_count(self) -> int:
        return int(self.segment.document_count - np.count_nonzero(self.dead))

    def bury(self, passage_ids: NDArray[np.int64]) -> None:
        """Mark the documents of ``passage_ids`` as dead."""
        ids = np.frombuffer(self.segment.passages, "<i8")
        self.dead = self.dead | np.isin(ids, passage_ids)


def read_manifest(release: Release) -> list[LiveSegment]:
    """Return the segments that ``release`` reads, oldest first; their larger columns are read when used."""
    entries = (
        ManifestEntry.objects.filter(release=release)
        .select_related("segment")
        .defer("segment__pages", "segment__lengths", "segment__surfaces")
    )
    return [
        LiveSegment(entry.segment, unpack_dead(bytes(entry.dead), entry.segment.document_count))
        for entry in entries.order_by("segment_id")
    ]


def write_manifest(release: Release, segments: Sequence[LiveSegment]) -> None:
    """Add ``segments`` to the manifest of ``release``; those without a live document are left out."""
    ManifestEntry.objects.bulk_create(
        ManifestEntry(
            release=release, segment=live.segment, live_count=live.live_count, dead=pack_dead(live.dead)
        )
        for live in segments
        if live.live_count
    )


def pack_dead(dead: DeadSet) -> bytes:
    """Pack a dead set; nothing at all when every document lives."""
    return zlib.compress(np.packbits(dead).tobytes()) if dead.any() else b""


def unpack_dead(data: bytes, count: int) -> DeadSet:
    """Return the dead set (count,) that ``pack_dead`` stored."""
    if not data:
        return np.zeros(count, np.bool_)
    return np.unpackbits(np.frombuffer(zlib.decompress(data), np.uint8), count=count).astype(np.bool_)
