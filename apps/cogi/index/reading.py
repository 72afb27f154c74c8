"""Reads segments for searching: manifests, columns, postings. All of it is immutable, so cached freely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

import numpy as np
import psycopg
from django.db import connection
from numpy.typing import NDArray

from cogi.corpus.classification import Classification
from cogi.index import blocks
from cogi.index.caching import BoundedCache
from cogi.index.conf import conf
from cogi.index.models import ManifestEntry, Segment
from cogi.index.vocabulary import Vocabulary

Synonyms = tuple[tuple[str, ...], ...]
_ENTRY_BYTES = 200


@dataclass(frozen=True, slots=True)
class ReleaseKey:
    """A release of a scope, the clearance with which it is read, and how the scope's text is understood.

    ``version`` is the scope's: a rebuilt index bumps it, so what is cached under it never changes.
    ``synonyms`` are groups of words that mean the same.
    """

    scope_id: int
    scope_key: UUID
    version: int
    number: int
    clearance: Classification
    language: str
    synonyms: Synonyms = ()

    def sees(self, *, low: int, high: int) -> bool:
        """Tell whether this clearance lies in a visibility class's range."""
        return low <= self.clearance <= high


@dataclass(frozen=True, slots=True)
class EntryKey:
    """One manifest entry that a viewer may read."""

    segment_id: int
    segment_key: UUID
    low: int
    high: int
    dead: bytes


@dataclass(frozen=True)
class SegmentColumns:
    """The columns of a segment by ordinal (n,): passage ids, page ids, weighted lengths in units."""

    passages: NDArray[np.int64]
    pages: NDArray[np.int64]
    lengths: NDArray[np.uint32]
    packed_surfaces: bytes

    @property
    def nbytes(self) -> int:
        # An unpacked vocabulary is about six times as large.
        return self.passages.nbytes * 3 + 6 * len(self.packed_surfaces)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.packed_surfaces)


_manifests: BoundedCache[tuple[UUID, int, int], tuple[EntryKey, ...]] = BoundedCache(
    capacity=lambda: 4096, size=lambda entries: len(entries) + 1
)
_columns: BoundedCache[UUID, SegmentColumns] = BoundedCache(
    capacity=lambda: conf.columns_cache_bytes // 2, size=lambda columns: columns.nbytes
)
_packed: BoundedCache[tuple[bytes, str], bytes] = BoundedCache(
    capacity=lambda: conf.postings_cache_bytes // 4, size=lambda data: len(data) + _ENTRY_BYTES
)


def entries(release: ReleaseKey) -> tuple[EntryKey, ...]:
    """Return the manifest entries of ``release`` whose visibility class its clearance sees."""
    return tuple(entry for entry in _manifest(release) if release.sees(low=entry.low, high=entry.high))


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
            low=entry.segment.visibility.low,
            high=entry.segment.visibility.high,
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
            np.frombuffer(segment.lengths, "<u4"),
            bytes(segment.surfaces),
        )
        _columns.put(entry.segment_key, cached)
    return cached


def read_postings(visible: Sequence[EntryKey], lexemes: Iterable[str]) -> dict[str, list[bytes]]:
    """Return for each lexeme its packed postings in each of the segments of ``visible``, in their order.

    Where a lexeme does not stand, its postings are empty bytes.
    """
    keys = [entry.segment_key.bytes for entry in visible]
    found: dict[str, list[bytes]] = {}
    missing = []
    for lexeme in lexemes:
        lists = [data for key in keys if (data := _packed.get((key, lexeme))) is not None]
        if len(lists) == len(keys):
            found[lexeme] = lists
        else:
            missing.append(lexeme)
    return found | _load_postings(visible, missing) if missing else found


# A lexeme's block is the last that begins at it or before; a large one is only fetched when it holds it.
_SELECT_BLOCKS = """
SELECT segment.segment_id, wanted.lexeme, block.data
FROM unnest(%s::bigint[]) AS segment (segment_id)
CROSS JOIN unnest(%s::text[]) AS wanted (lexeme)
CROSS JOIN LATERAL (
    SELECT last_lexeme, data FROM cogi_index_postingblock AS block
    WHERE block.segment_id = segment.segment_id AND block.lexeme <= wanted.lexeme COLLATE "C"
    ORDER BY block.lexeme DESC LIMIT 1
) AS block
WHERE block.last_lexeme >= wanted.lexeme COLLATE "C"
"""


def _load_postings(visible: Sequence[EntryKey], lexemes: Sequence[str]) -> dict[str, list[bytes]]:
    numbers = {entry.segment_id: number for number, entry in enumerate(visible)}
    loaded = {lexeme: [b""] * len(visible) for lexeme in lexemes}
    connection.ensure_connection()
    # Binary, since the text form of bytes is twice as long and must be parsed; Django's cursor cannot.
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(_SELECT_BLOCKS, [list(numbers), list(lexemes)], binary=True)
        for segment_id, lexeme, block in cursor.fetchall():
            loaded[lexeme][numbers[segment_id]] = blocks.find(block, lexeme)
    for lexeme, lists in loaded.items():
        for entry, data in zip(visible, lists, strict=True):
            _packed.put((entry.segment_key.bytes, lexeme), data)
    return loaded


def packed_bytes() -> int:
    """Return how many bytes of packed postings this process keeps."""
    return _packed.total_size()


def clear() -> None:
    """Forget everything that was read."""
    for cache in (_manifests, _columns, _packed):
        cache.clear()
