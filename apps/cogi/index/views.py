"""A view is all that a search may see: the visible segments laid end to end, and their living postings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count, groupby

import numpy as np
from numpy.typing import NDArray

from cogi.index import postings, reading
from cogi.index.caching import BoundedCache
from cogi.index.conf import conf
from cogi.index.manifest import unpack_dead
from cogi.index.reading import EntryKey, ReleaseKey, Synonyms
from cogi.index.scoring import Documents, Flags, Impacts, Room, loops

_ENTRY_BYTES = 200
_numbers = count()


@dataclass(frozen=True, slots=True)
class LivePostings:
    """The living documents (n,) that hold something, ascending, and what it adds to their scores."""

    documents: Documents
    impacts: Impacts

    @property
    def nbytes(self) -> int:
        return self.documents.nbytes + self.impacts.nbytes + _ENTRY_BYTES


@dataclass(frozen=True, slots=True)
class Part:
    """The segments of a view whose text is understood in one way, and where each begins."""

    language: str
    synonyms: Synonyms
    entries: tuple[EntryKey, ...]
    offsets: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class View:
    """Documents by number (n,): the offset of their segment + their ordinal in it.

    ``page_ids`` (p,) ascend; ``page_numbers`` say which of them each document belongs to. ``norms`` are
    BM25's ``k1 · (1 - b + b · length / average)``. ``number`` names the view in caches.
    """

    number: int
    parts: tuple[Part, ...]
    passages: NDArray[np.int64]
    page_ids: NDArray[np.int64]
    page_numbers: NDArray[np.int32]
    live: Flags
    live_count: int
    norms: NDArray[np.float32]
    k1: float

    @property
    def nbytes(self) -> int:
        arrays = (self.passages, self.page_ids, self.page_numbers, self.live, self.norms)
        return sum(array.nbytes for array in arrays)

    def of_pages(self, wanted: Collection[int]) -> Flags:
        """Tell for each document whether its page is one of ``wanted``."""
        return np.isin(self.page_ids, np.fromiter(wanted, np.int64, len(wanted)))[self.page_numbers]


# The same view, found by what a request knows and by what it consists of: many versions of a scope change
# nothing in its segments.
_by_release: BoundedCache[tuple[tuple[ReleaseKey, ...], float, float], View] = BoundedCache(
    capacity=lambda: conf.columns_cache_bytes // 4, size=lambda view: view.nbytes
)
_by_parts: BoundedCache[tuple[tuple[Part, ...], float, float], View] = BoundedCache(
    capacity=lambda: conf.columns_cache_bytes // 4, size=lambda view: view.nbytes
)
_living: BoundedCache[tuple[int, int, object], LivePostings] = BoundedCache(
    capacity=lambda: conf.postings_cache_bytes * 3 // 4, size=lambda found: found.nbytes
)


def view_of(releases: tuple[ReleaseKey, ...]) -> View | None:
    """Return what ``releases`` let their viewer see, or None when that is nothing."""
    key = (releases, conf.bm25_k1, conf.bm25_b)
    view = _by_release.get(key)
    if view is None:
        parts = _parts(releases)
        if not parts:
            return None
        view = _by_parts.get((parts, conf.bm25_k1, conf.bm25_b)) or _laid_out(parts)
        _by_parts.put((parts, conf.bm25_k1, conf.bm25_b), view)
        _by_release.put(key, view)
    return view


def _parts(releases: Sequence[ReleaseKey]) -> tuple[Part, ...]:
    understood = sorted(releases, key=lambda release: (release.language, release.synonyms))
    parts, offset = [], 0
    for (language, synonyms), group in groupby(understood, key=lambda r: (r.language, r.synonyms)):
        own = tuple(entry for release in group for entry in reading.entries(release))
        sizes = [reading.columns(entry).passages.size for entry in own]
        offsets = tuple(offset + int(before) for before in np.cumsum([0, *sizes])[:-1])
        if own:
            parts.append(Part(language, synonyms, own, offsets))
        offset += sum(sizes)
    return tuple(parts)


def _laid_out(parts: tuple[Part, ...]) -> View:
    visible = [entry for part in parts for entry in part.entries]
    columns = [reading.columns(entry) for entry in visible]
    live = ~np.concatenate(
        [unpack_dead(entry.dead, c.passages.size) for entry, c in zip(visible, columns, strict=True)]
    )
    lengths = np.concatenate([c.lengths for c in columns]) * np.float32(postings.FREQUENCY_UNIT)
    page_ids, page_numbers = np.unique(np.concatenate([c.pages for c in columns]), return_inverse=True)
    live_count = int(np.count_nonzero(live))
    # Passages of stop words alone have no length.
    average = (float(lengths[live].mean(dtype=np.float64)) if live_count else 0.0) or 1.0
    k1, b = conf.bm25_k1, conf.bm25_b
    return View(
        number=next(_numbers),
        parts=parts,
        passages=np.concatenate([c.passages for c in columns]),
        page_ids=page_ids,
        page_numbers=page_numbers.astype(np.int32),
        live=live,
        live_count=live_count,
        norms=(k1 * (1 - b + b * lengths / average)).astype(np.float32),
        k1=k1,
    )


def live_postings(view: View, part: Part, lexemes: Sequence[str]) -> dict[str, LivePostings]:
    """Return the living postings of each lexeme in the segments of ``part``."""
    found = {lexeme: _living.get((view.number, part.offsets[0], lexeme)) for lexeme in lexemes}
    missing = [lexeme for lexeme, kept in found.items() if kept is None]
    if missing:
        packed = reading.read_postings(part.entries, missing)
        read = {lexeme: _decoded(view, part, lists) for lexeme, lists in packed.items()}
        _living.put_all({(view.number, part.offsets[0], lexeme): own for lexeme, own in read.items()})
        found |= read
    return found  # type: ignore[return-value]  # what was None is read


def kept(view: View, part: Part, key: object) -> LivePostings | None:
    """Return what ``keep`` kept under ``key``, if it is still there."""
    return _living.get((view.number, part.offsets[0], key))


def keep(view: View, part: Part, key: object, value: LivePostings) -> None:
    """Keep something that was made of living postings; ``key`` is no string."""
    _living.put((view.number, part.offsets[0], key), value)


def _decoded(view: View, part: Part, lists: Sequence[bytes]) -> LivePostings:
    """Score each living document: ``idf · tf·(k1+1) / (tf + norm)``."""
    room = Room.for_postings(sum(postings.count(data) for data in lists if data))
    for data, offset in zip(lists, part.offsets, strict=True):
        if data:
            loops().decode(data, offset, view.live, view.norms, room=room)
    documents, impacts = room.taken()
    idf = np.log1p((view.live_count - documents.size + 0.5) / (documents.size + 0.5))
    impacts *= np.float32(idf * (view.k1 + 1))
    return LivePostings(documents, impacts)


NOTHING = LivePostings(np.zeros(0, np.int32), np.zeros(0, np.float32))


def cached_bytes() -> int:
    """Return how many bytes of postings, packed and decoded, this process keeps."""
    return reading.packed_bytes() + _living.total_size()


def clear_caches() -> None:
    """Forget all that was read from segments."""
    for cache in (_by_release, _by_parts, _living):
        cache.clear()
    reading.clear()
