"""Sorts passages by visibility class and builds their segments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from django.db import connection

from cogi.corpus.models import Scope
from cogi.index.conf import conf
from cogi.index.manifest import LiveSegment
from cogi.index.segments import SegmentDocument, build_segment

# An array, as Django's own IN would make a parameter of every id.
_SELECT_PASSAGES = """
SELECT id, page_id, content_id, visibility_id FROM cogi_corpus_passage
WHERE id = ANY(%s::bigint[]) ORDER BY id
"""


def build_segments(scope: Scope, passage_ids: Iterable[int]) -> list[LiveSegment]:
    """Build segments of the given passages, one for each visibility class (several when it is very large)."""
    return [
        LiveSegment(build_segment(scope, visibility_id, documents), np.zeros(len(documents), np.bool_))
        for visibility_id, own in _documents_by_class(passage_ids).items()
        for documents in _slices(own)
    ]


def _documents_by_class(passage_ids: Iterable[int]) -> dict[int, list[SegmentDocument]]:
    by_class: dict[int, list[SegmentDocument]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_PASSAGES, [list(passage_ids)])
        rows = cursor.fetchall()
    for pk, page_id, content_id, visibility_id in rows:
        by_class[visibility_id].append(SegmentDocument(pk, page_id, content_id))
    return by_class


def _slices(documents: Sequence[SegmentDocument]) -> Iterator[Sequence[SegmentDocument]]:
    for start in range(0, len(documents), conf.segment_passages):
        yield documents[start : start + conf.segment_passages]
