"""Builds sparse segments, one visibility class at a time, from the weights of its live contents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from numpy.typing import NDArray

from cogi.corpus.models import Passage, Scope, VisibilityClass
from cogi.index.conf import conf
from cogi.index.inverting import Lists, invert
from cogi.index.models import SparseBlock, SparseModel, SparseSegment, SparseWeights
from cogi.index.segments import BATCH, copy_postings

# Weights are about 0 to 3: most fit into a byte.
WEIGHT_UNIT = 0.01

Ids = NDArray[np.int64]


@transaction.atomic
def follow_scope(model: SparseModel, scope: Scope) -> int:
    """Build segments of what the classes of ``scope`` show and no segment holds yet; return how many.

    A class that has many, or one of which more is dead than alive, gets new ones of all that is live. The
    scope's lock is taken last, so publishes wait for no building. One process at a time, by the model's lock.
    """
    classes = VisibilityClass.objects.filter(scope=scope).order_by("pk")
    built = sum(_follow_class(model, visibility) for visibility in classes)
    if built:
        Scope.objects.filter(pk=scope.pk).bump_version()
    return built


def _follow_class(model: SparseModel, visibility: VisibilityClass) -> int:
    wanted = _live_contents(model, visibility)
    present = SparseSegment.objects.filter(model=model, visibility=visibility, retired_at=None)
    held = [np.frombuffer(contents, "<i8") for contents in present.values_list("contents", flat=True)]
    missing = np.setdiff1d(wanted, np.concatenate(held)) if held else wanted
    if _is_worn(held, wanted) or (missing.size and len(held) >= conf.max_segments):
        present.update(retired_at=timezone.now())
        missing = wanted
    starts = range(0, missing.size, conf.segment_passages)
    for start in starts:
        _build(model, visibility, missing[start : start + conf.segment_passages])
    return len(starts)


def _live_contents(model: SparseModel, visibility: VisibilityClass) -> Ids:
    """Return the ids of the contents with weights that the class shows now, ascending."""
    weights = SparseWeights.objects.filter(model=model, content=OuterRef("content"))
    live = Passage.objects.filter(Exists(weights), visibility=visibility).as_of()
    return np.unique(np.fromiter(live.values_list("content_id", flat=True), np.int64))


def _is_worn(held: Sequence[Ids], wanted: Ids) -> bool:
    return any(np.count_nonzero(np.isin(own, wanted)) * 2 < own.size for own in held)


def _build(model: SparseModel, visibility: VisibilityClass, contents: Ids) -> None:
    """Store a segment of ``contents``, which ascend."""
    lists, numbers = Lists(), dict[str, int]()
    for start in range(0, contents.size, BATCH):
        rows = SparseWeights.objects.filter(model=model, content__in=contents[start : start + BATCH].tolist())
        for content_id, terms, units in rows.values_list("content_id", "terms", "units"):
            ordinal = np.searchsorted(contents, content_id)
            own = [numbers.setdefault(term, len(numbers)) for term in terms]
            lists.add(np.full(len(own), ordinal), np.array(own, np.int64), np.array(units, np.int64))
    inverted = invert(lists, list(numbers), count=contents.size)
    segment = SparseSegment.objects.create(
        model=model, visibility=visibility, contents=contents.astype("<i8").tobytes()
    )
    copy_postings(segment, inverted, into=SparseBlock)
