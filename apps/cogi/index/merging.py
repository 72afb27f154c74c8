"""Merges small segments so that a class never has many; older releases keep reading the originals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from cogi.corpus.models import Scope
from cogi.index import postings, vocabulary
from cogi.index.analysis import ANALYSIS_VERSION
from cogi.index.conf import conf
from cogi.index.manifest import LiveSegment
from cogi.index.models import Posting, Segment
from cogi.index.segments import Inverted, copy_postings


def merge_small(scope: Scope, segments: Sequence[LiveSegment]) -> list[LiveSegment]:
    """Return the segments of a new manifest, those of each crowded class merged by size.

    When a class has more than ``COGI_MAX_SEGMENTS``, its smaller half becomes one segment; so each
    document is copied a logarithmic number of times (logarithmic merging, Büttcher et al. 2010, ch. 7).
    """
    by_class: dict[int, list[LiveSegment]] = defaultdict(list)
    for live in segments:
        if live.live_count:
            by_class[live.segment.visibility_id].append(live)
    merged: list[LiveSegment] = []
    for visibility_id, own in by_class.items():
        own.sort(key=lambda live: live.live_count, reverse=True)
        keep = len(own) if len(own) <= conf.max_segments else conf.max_segments // 2
        merged += own[:keep]
        if own[keep:]:
            merged.append(_merge(scope, visibility_id, own[keep:]))
    return merged


def _merge(scope: Scope, visibility_id: int, parts: Sequence[LiveSegment]) -> LiveSegment:
    """Store one segment with the live documents of ``parts``."""
    keep = [~part.dead for part in parts]
    inverted = _merged_postings(parts, keep)
    alive = set(inverted.lexemes)
    entries = (e for p in parts for e in vocabulary.Vocabulary(bytes(p.segment.surfaces)).entries())
    surfaces = {surface: lexeme for surface, lexeme in entries if lexeme in alive}
    segment = Segment.objects.create(
        scope=scope,
        visibility_id=visibility_id,
        analysis_version=ANALYSIS_VERSION,
        document_count=sum(part.live_count for part in parts),
        passages=_joined([bytes(p.segment.passages) for p in parts], keep, "<i8"),
        pages=_joined([bytes(p.segment.pages) for p in parts], keep, "<i8"),
        lengths=_joined([bytes(p.segment.lengths) for p in parts], keep, "<u4"),
        surfaces=vocabulary.pack(surfaces),
    )
    copy_postings(segment, inverted)
    return LiveSegment(segment, np.zeros(segment.document_count, np.bool_))


def _joined(columns: Sequence[bytes], keep: Sequence[np.ndarray], dtype: str) -> bytes:
    return b"".join(np.frombuffer(c, dtype)[k].tobytes() for c, k in zip(columns, keep, strict=True))


def _merged_postings(parts: Sequence[LiveSegment], keep: Sequence[np.ndarray]) -> Inverted:
    """Return each lexeme's postings over all parts, ordinals renumbered without the dead."""
    base, renumber = 0, {}
    for part, kept in zip(parts, keep, strict=True):
        renumber[part.segment.pk] = (kept, base + np.cumsum(kept) - 1)
        base += part.live_count
    by_lexeme: dict[str, list[tuple[np.ndarray, np.ndarray]]] = defaultdict(list)
    # Parts are read in turn, so that the ordinals of a lexeme ascend over all of them.
    for segment_id, ordinals in renumber.items():
        for lexeme, data in Posting.objects.filter(segment=segment_id).values_list("lexeme", "data"):
            live = _renumbered(bytes(data), *ordinals)
            if live[0].size:
                by_lexeme[lexeme].append(live)
    lists = [pair for pairs in by_lexeme.values() for pair in pairs]
    if not lists:
        return Inverted([], np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    counts = [sum(ordinals.size for ordinals, _ in pairs) for pairs in by_lexeme.values()]
    return Inverted(
        lexemes=list(by_lexeme),
        starts=np.cumsum([0, *counts[:-1]]),
        ordinals=np.concatenate([ordinals for ordinals, _ in lists]),
        frequencies=np.concatenate([frequencies for _, frequencies in lists]).astype(np.float64),
    )


def _renumbered(data: bytes, kept: np.ndarray, renumber: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    ordinals, frequencies = postings.unpack(data)
    live = kept[ordinals]
    return renumber[ordinals[live]], frequencies[live]
