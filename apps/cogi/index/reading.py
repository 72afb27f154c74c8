"""Reads segments for searching: manifests, columns, postings. All of it is immutable, so cached freely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.classification import Classification
from cogi.index import postings
from cogi.index.caching import BoundedCache
from cogi.index.conf import conf
from cogi.index.manifest import unpack_dead
from cogi.index.models import ManifestEntry, Posting, Segment
from cogi.index.vocabulary import Vocabulary

Decoded = tuple[postings.Ordinals, postings.Frequencies]
_NOTHING: Decoded = (np.zeros(0, np.int32), np.zeros(0, np.float32))
_ENTRY_BYTES = 200


@dataclass(frozen=True, slots=True)
class ReleaseKey:
    """A release of a scope, the clearance with which it is read, and the scope's language."""

    scope_id: int
    number: int
    clearance: Classification
    language: str


@dataclass(frozen=True, slots=True)
class EntryKey:
    """One manifest entry that a viewer may read."""

    entry_id: int
    segment_id: int
    scope_id: int
    visibility_id: int
    low: int
    high: int
    language: str


@dataclass(frozen=True)
class SegmentColumns:
    """The columns of a segment by ordinal (n,): passage ids, page ids, weighted lengths."""

    passages: NDArray[np.int64]
    pages: NDArray[np.int64]
    lengths: NDArray[np.float32]
    packed_surfaces: bytes

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.packed_surfaces)


_manifests: BoundedCache[tuple[int, int], tuple[EntryKey, ...]] = BoundedCache(
    capacity=lambda: 4096, size=lambda entries: len(entries) + 1
)
_columns: BoundedCache[int, SegmentColumns] = BoundedCache(
    capacity=lambda: conf.postings_cache_bytes, size=lambda columns: columns.passages.nbytes * 3
)
_postings: BoundedCache[tuple[int, str], Decoded] = BoundedCache(
    capacity=lambda: conf.postings_cache_bytes,
    size=lambda decoded: decoded[0].nbytes + decoded[1].nbytes + _ENTRY_BYTES,
)


def entries(releases: Iterable[ReleaseKey]) -> tuple[EntryKey, ...]:
    """Return the manifest entries of ``releases`` whose visibility class their clearance sees."""
    return tuple(
        entry
        for release in releases
        for entry in _manifest(release)
        if entry.low <= release.clearance <= entry.high
    )


def _manifest(release: ReleaseKey) -> tuple[EntryKey, ...]:
    key = (release.scope_id, release.number)
    cached = _manifests.get(key)
    if cached is not None:
        return cached
    rows = (
        ManifestEntry.objects.filter(release__scope=release.scope_id, release__number=release.number)
        .order_by("segment_id")
        .values_list(
            "pk",
            "segment_id",
            "segment__visibility_id",
            "segment__visibility__low",
            "segment__visibility__high",
        )
    )
    read = tuple(
        EntryKey(pk, segment, release.scope_id, visibility, low, high, release.language)
        for pk, segment, visibility, low, high in rows
    )
    _manifests.put(key, read)
    return read


def columns(segment_id: int) -> SegmentColumns:
    """Return the columns of a segment."""
    cached = _columns.get(segment_id)
    if cached is None:
        segment = Segment.objects.get(pk=segment_id)
        cached = SegmentColumns(
            np.frombuffer(segment.passages, "<i8"),
            np.frombuffer(segment.pages, "<i8"),
            np.frombuffer(segment.lengths, "<u4").astype(np.float32) * np.float32(postings.FREQUENCY_UNIT),
            bytes(segment.surfaces),
        )
        _columns.put(segment_id, cached)
    return cached


def dead_sets(entry_ids: Sequence[int], counts: Sequence[int]) -> list[NDArray[np.bool_]]:
    """Return the dead set of each entry, given the document counts of their segments."""
    stored = dict(ManifestEntry.objects.filter(pk__in=entry_ids).values_list("pk", "dead"))
    return [unpack_dead(bytes(stored[pk]), count) for pk, count in zip(entry_ids, counts, strict=True)]


def read_postings(segment_ids: Sequence[int], lexemes: Sequence[str]) -> dict[tuple[int, str], Decoded]:
    """Return the decoded postings of every lexeme in every segment; what is not stored is empty."""
    found: dict[tuple[int, str], Decoded] = {}
    missing: list[tuple[int, str]] = []
    for key in ((segment, lexeme) for segment in segment_ids for lexeme in lexemes):
        cached = _postings.get(key)
        if cached is None:
            missing.append(key)
        else:
            found[key] = cached
    if missing:
        found |= _load_postings(missing)
    return found


def _load_postings(keys: Sequence[tuple[int, str]]) -> dict[tuple[int, str], Decoded]:
    rows = Posting.objects.filter(
        segment__in={segment for segment, _ in keys}, lexeme__in={lexeme for _, lexeme in keys}
    ).values_list("segment_id", "lexeme", "data")
    loaded = dict.fromkeys(keys, _NOTHING)
    for segment_id, lexeme, data in rows:
        loaded[segment_id, lexeme] = postings.unpack(data)
    for key, decoded in loaded.items():
        _postings.put(key, decoded)
    return loaded
