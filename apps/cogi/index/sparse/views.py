"""A sparse view is what a viewer of one release may find: living passages, and where segments know them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.classification import Classification
from cogi.corpus.models import Passage
from cogi.index import postings
from cogi.index.caching import BoundedCache
from cogi.index.conf import conf
from cogi.index.models import SparseSegment
from cogi.index.reading import EntryKey, ReleaseKey
from cogi.index.scoring import Documents, Impacts
from cogi.index.sparse.segments import WEIGHT_UNIT

Int = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class KnownPassages:
    """The living passages that a segment knows: those of ordinal ``i`` are the numbers
    ``numbers[starts[i] : starts[i] + counts[i]]``, as several passages may show one content."""

    entry: EntryKey
    numbers: Documents
    starts: Int
    counts: Int

    @property
    def nbytes(self) -> int:
        return self.numbers.nbytes + self.starts.nbytes + self.counts.nbytes

    def decode(self, data: bytes) -> tuple[Documents, Impacts]:
        """Return the living passages (n,) of a packed list by number, and the weight in each (n,)."""
        ordinals, units = postings.unpack(data)
        counts = self.counts[ordinals]
        before = np.cumsum(counts) - counts
        places = np.repeat(self.starts[ordinals] - before, counts) + np.arange(int(counts.sum()))
        return self.numbers[places], (np.repeat(units, counts) * WEIGHT_UNIT).astype(np.float32)


@dataclass(frozen=True, eq=False)
class SparseView:
    """Living passages by number (n,), the pages (n,) that they belong to, and what each segment knows."""

    passages: Int
    pages: Int
    known: tuple[KnownPassages, ...]

    @property
    def covered(self) -> int:
        return sum(int(each.counts.sum()) for each in self.known)

    @property
    def nbytes(self) -> int:
        return self.passages.nbytes + self.pages.nbytes + sum(each.nbytes for each in self.known)


# New segments bump the scope's version, so nothing in here is ever stale.
_views: BoundedCache[tuple[UUID, int, int, Classification, str], SparseView] = BoundedCache(
    capacity=lambda: conf.columns_cache_bytes // 4, size=lambda view: view.nbytes
)


def sparse_view(release: ReleaseKey, *, model_name: str) -> SparseView:
    """Return what ``release`` shows its viewer; other classes add nothing, not even to what is counted."""
    key = (release.scope_key, release.version, release.number, release.clearance, model_name)
    view = _views.get(key)
    if view is None:
        view = _read(release, model_name)
        _views.put(key, view)
    return view


def _read(release: ReleaseKey, model_name: str) -> SparseView:
    seen = {"visibility__low__lte": release.clearance, "visibility__high__gte": release.clearance}
    rows = Passage.objects.filter(scope=release.scope_id, **seen).as_of(release.number).order_by("pk")
    columns = np.array(
        list(rows.values_list("pk", "page_id", "content_id", "visibility_id")), np.int64
    ).reshape(-1, 4)
    segments = SparseSegment.objects.filter(
        model__name=model_name, visibility__scope=release.scope_id, retired_at=None, **seen
    )
    known = [_known(segment, columns) for segment in segments.select_related("visibility").order_by("pk")]
    return SparseView(columns[:, 0].copy(), columns[:, 1].copy(), tuple(known))


def _known(segment: SparseSegment, columns: Int) -> KnownPassages:
    contents = np.frombuffer(segment.contents, "<i8")
    own = np.flatnonzero(columns[:, 3] == segment.visibility_id)
    own = own[np.argsort(columns[own, 2], kind="stable")]
    starts = np.searchsorted(columns[own, 2], contents)
    ends = np.searchsorted(columns[own, 2], contents, side="right")
    visibility = segment.visibility
    entry = EntryKey(segment.pk, segment.key, visibility.low, visibility.high, b"")
    return KnownPassages(entry, own.astype(np.int32), starts, ends - starts)
