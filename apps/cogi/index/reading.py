"""Reads segments for searching: manifests, columns, postings. All of it is immutable, so cached freely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.classification import Classification
from cogi.index import blocks
from cogi.index.analysis import ANALYSIS_VERSION
from cogi.index.caching import BoundedCache
from cogi.index.conf import conf
from cogi.index.models import ManifestEntry, Segment
from cogi.index.statements import Statement, array_literal
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
    # What an earlier version packed is not read as if it were today's: it is being rebuilt.
    rows = ManifestEntry.objects.filter(
        release__scope=release.scope_id,
        release__number=release.number,
        segment__analysis_version=ANALYSIS_VERSION,
    )
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


# A lexeme's block is the last that begins at it or before; a large one is only fetched when it holds it.
# The arrays are selected, so that the planner guesses their length with and without knowing them and soon
# keeps one plan for all.
def _select_blocks(name: str, table: str) -> Statement:
    return Statement(
        name,
        f"""
SELECT segment.number, wanted.number, block.data
FROM unnest((SELECT $1::bigint[])) WITH ORDINALITY AS segment (segment_id, number)
CROSS JOIN unnest((SELECT $2::text[])) WITH ORDINALITY AS wanted (lexeme, number)
CROSS JOIN LATERAL (
    SELECT last_lexeme, data FROM {table} AS block
    WHERE block.segment_id = segment.segment_id AND block.lexeme <= wanted.lexeme COLLATE "C"
    ORDER BY block.lexeme DESC LIMIT 1
) AS block
WHERE block.last_lexeme >= wanted.lexeme COLLATE "C"
""",  # noqa: S608 - the name of a table of ours
    )


LEXICAL_BLOCKS = _select_blocks("cogi_select_blocks", "cogi_index_postingblock")
SPARSE_BLOCKS = _select_blocks("cogi_select_sparse_blocks", "cogi_index_sparseblock")


def read_postings(
    visible: Sequence[EntryKey], lexemes: Iterable[str], *, select: Statement = LEXICAL_BLOCKS
) -> dict[str, list[bytes]]:
    """Return for each lexeme its packed postings in each of the segments of ``visible``, in their order.

    Where a lexeme does not stand, its postings are empty bytes. ``select`` is that of the segments' kind.
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
    return found | _load_postings(visible, missing, select) if missing else found


def _load_postings(
    visible: Sequence[EntryKey], lexemes: Sequence[str], select: Statement
) -> dict[str, list[bytes]]:
    loaded = [[b""] * len(visible) for _ in lexemes]
    segments = array_literal(entry.segment_id for entry in visible)
    for segment, wanted, block in select.rows([segments, array_literal(lexemes)]):
        number = _ordinality(wanted)
        loaded[number][_ordinality(segment)] = blocks.find(block, lexemes[number])
    keys = [entry.segment_key.bytes for entry in visible]
    _packed.put_all(
        {
            (key, lexeme): data
            for lexeme, lists in zip(lexemes, loaded, strict=True)
            for key, data in zip(keys, lists, strict=True)
        }
    )
    return dict(zip(lexemes, loaded, strict=True))


def _ordinality(value: bytes) -> int:
    return int.from_bytes(value, "big") - 1


def packed_bytes() -> int:
    """Return how many bytes of packed postings this process keeps."""
    return _packed.total_size()


def clear() -> None:
    """Forget everything that was read."""
    for cache in (_manifests, _columns, _packed):
        cache.clear()
