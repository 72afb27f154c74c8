"""Reads segments for searching: manifests, columns, postings. All of it is immutable, so cached freely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.classification import Classification
from cogi.index import postings
from cogi.index.caching import BoundedCache
from cogi.index.conf import conf
from cogi.index.models import ManifestEntry, Posting, Segment
from cogi.index.vocabulary import Vocabulary

Decoded = tuple[postings.Ordinals, postings.Frequencies]
_NOTHING: Decoded = (np.zeros(0, np.int32), np.zeros(0, np.float32))
_ENTRY_BYTES = 200


@dataclass(frozen=True, slots=True)
class ReleaseKey:
    """A release of a scope, the clearance with which it is read, and the scope's language.

    ``version`` is the scope's: a rebuilt index bumps it, so what is cached under it never changes.
    """

    scope_id: int
    scope_key: UUID
    version: int
    number: int
    clearance: Classification
    language: str

    def sees(self, *, low: int, high: int) -> bool:
        """Tell whether this clearance lies in a visibility class's range."""
        return low <= self.clearance <= high


@dataclass(frozen=True, slots=True)
class EntryKey:
    """One manifest entry that a viewer may read."""

    segment_id: int
    segment_key: UUID
    scope_id: int
    low: int
    high: int
    language: str
    dead: bytes


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


_manifests: BoundedCache[tuple[UUID, int, int], tuple[EntryKey, ...]] = BoundedCache(
    capacity=lambda: 4096, size=lambda entries: len(entries) + 1
)
_columns: BoundedCache[UUID, SegmentColumns] = BoundedCache(
    capacity=lambda: conf.postings_cache_bytes, size=lambda columns: columns.passages.nbytes * 3
)
_postings: BoundedCache[tuple[UUID, str], Decoded] = BoundedCache(
    capacity=lambda: conf.postings_cache_bytes,
    size=lambda decoded: decoded[0].nbytes + decoded[1].nbytes + _ENTRY_BYTES,
)


def entries(releases: Iterable[ReleaseKey]) -> tuple[EntryKey, ...]:
    """Return the manifest entries of ``releases`` whose visibility class their clearance sees."""
    return tuple(
        entry
        for release in releases
        for entry in _manifest(release)
        if release.sees(low=entry.low, high=entry.high)
    )


def _manifest(release: ReleaseKey) -> tuple[EntryKey, ...]:
    key = (release.scope_key, release.version, release.number)
    cached = _manifests.get(key)
    if cached is not None:
        return cached
    rows = ManifestEntry.objects.filter(release__scope=release.scope_id, release__number=release.number)
    read = tuple(
        EntryKey(
            segment_id=entry.segment_id,
            segment_key=entry.segment.key,
            scope_id=release.scope_id,
            low=entry.segment.visibility.low,
            high=entry.segment.visibility.high,
            language=release.language,
            dead=bytes(entry.dead),
        )
        for entry in rows.select_related("segment__visibility")
        .only("dead", "segment__key", "segment__visibility__low", "segment__visibility__high")
        .order_by("segment_id")
    )
    _manifests.put(key, read)
    return read


def columns(entry: EntryKey) -> SegmentColumns:
    """Return the columns of an entry's segment."""
    cached = _columns.get(entry.segment_key)
    if cached is None:
        segment = Segment.objects.get(pk=entry.segment_id)
        cached = SegmentColumns(
            np.frombuffer(segment.passages, "<i8"),
            np.frombuffer(segment.pages, "<i8"),
            np.frombuffer(segment.lengths, "<u4").astype(np.float32) * np.float32(postings.FREQUENCY_UNIT),
            bytes(segment.surfaces),
        )
        _columns.put(entry.segment_key, cached)
    return cached


def read_postings(visible: Sequence[EntryKey], lexemes: Sequence[str]) -> dict[tuple[int, str], Decoded]:
    """Return the decoded postings of every lexeme in every entry's segment, by segment id and lexeme.

    What is not stored is empty.
    """
    found: dict[tuple[int, str], Decoded] = {}
    missing: list[tuple[EntryKey, str]] = []
    for entry in visible:
        for lexeme in lexemes:
            cached = _postings.get((entry.segment_key, lexeme))
            if cached is None:
                missing.append((entry, lexeme))
            else:
                found[entry.segment_id, lexeme] = cached
    return found | _load_postings(missing) if missing else found


def _load_postings(missing: Sequence[tuple[EntryKey, str]]) -> dict[tuple[int, str], Decoded]:
    rows = Posting.objects.filter(
        segment__in={entry.segment_id for entry, _ in missing}, lexeme__in={lexeme for _, lexeme in missing}
    ).values_list("segment_id", "lexeme", "data")
    loaded = {(entry.segment_id, lexeme): _NOTHING for entry, lexeme in missing}
    for segment_id, lexeme, data in rows:
        loaded[segment_id, lexeme] = postings.unpack(data)
    for entry, lexeme in missing:
        _postings.put((entry.segment_key, lexeme), loaded[entry.segment_id, lexeme])
    return loaded
