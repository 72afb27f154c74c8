"""Builds segments: analyse once, pack, and COPY. A segment is written whole and never changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection

from cogi.corpus.models import PassageContent, Scope
from cogi.index import postings, vocabulary
from cogi.index.analysis import ANALYSIS_VERSION, analyzer
from cogi.index.documents import AnalyzedContent, analyze_content
from cogi.index.fields import field_weights
from cogi.index.models import LexicalDocument, Posting, Segment

BATCH = 2000


@dataclass(frozen=True, slots=True)
class SegmentDocument:
    """One passage that a new segment will hold."""

    passage_id: int
    page_id: int
    content_id: int


def build_segment(scope: Scope, visibility_id: int, documents: Sequence[SegmentDocument]) -> Segment:
    """Analyse ``documents``, store their tsvectors where missing, and return the stored segment."""
    analyzed = _analyze(scope, {document.content_id for document in documents})
    _store_lexical_documents(analyzed)
    lists: dict[str, tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
    surfaces: dict[str, str] = {}
    for ordinal, document in enumerate(documents):
        content = analyzed[document.content_id]
        surfaces |= content.surfaces
        for lexeme, frequency in content.frequencies.items():
            ordinals, frequencies = lists[lexeme]
            ordinals.append(ordinal)
            frequencies.append(frequency)
    lengths = np.array([analyzed[d.content_id].length for d in documents])
    segment = Segment.objects.create(
        scope=scope,
        visibility_id=visibility_id,
        analysis_version=ANALYSIS_VERSION,
        document_count=len(documents),
        passages=np.array([d.passage_id for d in documents], "<i8").tobytes(),
        pages=np.array([d.page_id for d in documents], "<i8").tobytes(),
        lengths=np.rint(lengths / postings.FREQUENCY_UNIT).astype("<u4").tobytes(),
        surfaces=vocabulary.pack(surfaces),
    )
    copy_postings(segment, ((lexeme, np.array(o), np.array(f)) for lexeme, (o, f) in lists.items()))
    return segment


def copy_postings(segment: Segment, lists: Iterable[tuple[str, np.ndarray, np.ndarray]]) -> None:
    """COPY the postings of ``segment``: ``(lexeme, ordinals (n,), weighted frequencies (n,))``."""
    table = connection.ops.quote_name(Posting._meta.db_table)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} (segment_id, lexeme, data) FROM STDIN (FORMAT BINARY)") as copy,
    ):
        copy.set_types(["int8", "text", "bytea"])
        for lexeme, ordinals, frequencies in lists:
            copy.write_row((segment.pk, lexeme, postings.pack(ordinals, frequencies)))


def _analyze(scope: Scope, content_ids: Iterable[int]) -> dict[int, AnalyzedContent]:
    analysis, weights = analyzer(scope.language), field_weights()
    analyzed: dict[int, AnalyzedContent] = {}
    ids = sorted(content_ids)
    for start in range(0, len(ids), BATCH):
        rows = PassageContent.objects.filter(pk__in=ids[start : start + BATCH]).values_list(
            "pk", "trail", "text"
        )
        for pk, trail, text in rows:
            analyzed[pk] = analyze_content(analysis, trail, text, weights)
    return analyzed


def _store_lexical_documents(analyzed: Mapping[int, AnalyzedContent]) -> None:
    known = set(LexicalDocument.objects.filter(pk__in=list(analyzed)).values_list("pk", flat=True))
    table = connection.ops.quote_name(LexicalDocument._meta.db_table)
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} (content_id, vector) FROM STDIN") as copy:
        for pk, content in analyzed.items():
            if pk not in known:
                copy.write_row((pk, content.tsvector()))
