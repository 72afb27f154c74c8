"""Builds segments: analyse once, pack, and COPY. A segment is written whole and never changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection

from cogi.corpus.models import PassageContent, Scope
from cogi.index import blocks, postings, vocabulary
from cogi.index.analysis import ANALYSIS_VERSION, analyzer
from cogi.index.documents import AnalyzedContents, analyze_contents, tsvectors
from cogi.index.fields import field_weights
from cogi.index.inverting import Inverted, Lists, by_document, invert
from cogi.index.lexicon import Int, Lexicon
from cogi.index.models import Segment

BATCH = 2000


@dataclass(frozen=True, slots=True)
class SegmentDocument:
    """One passage that a new segment will hold."""

    passage_id: int
    page_id: int
    content_id: int


def build_segment(scope: Scope, visibility_id: int, documents: Sequence[SegmentDocument]) -> Segment:
    """Analyse ``documents``, store their tsvectors where missing, and return the stored segment."""
    lexicon = Lexicon(analyzer(scope.language))
    contents, ordinals = np.unique([d.content_id for d in documents], return_inverse=True)
    lists = by_document(_analyzed_lists(contents, lexicon), ordinals)
    inverted = invert(lists, lexicon.lexemes, count=len(documents))
    segment = Segment.objects.create(
        scope=scope,
        visibility_id=visibility_id,
        analysis_version=ANALYSIS_VERSION,
        document_count=len(documents),
        passages=np.array([d.passage_id for d in documents], "<i8").tobytes(),
        pages=np.array([d.page_id for d in documents], "<i8").tobytes(),
        lengths=inverted.lengths.astype("<u4").tobytes(),
        surfaces=vocabulary.pack(lexicon.surfaces, inverted.frequencies()),
    )
    copy_postings(segment, inverted)
    return segment


def copy_postings(segment: Segment, inverted: Inverted) -> None:
    """COPY the postings of ``segment``."""
    packed = postings.pack_all(inverted.ordinals, inverted.units, inverted.starts)
    with connection.cursor() as cursor, cursor.copy(_COPY_BLOCKS) as copy:
        copy.set_types(["int8", "text", "text", "bytea"])
        for block in blocks.pack(zip(inverted.lexemes, packed, strict=True)):
            copy.write_row((segment.pk, *block))


_COPY_BLOCKS = """
COPY cogi_index_postingblock (segment_id, lexeme, last_lexeme, data) FROM STDIN (FORMAT BINARY)
"""
_COPY_LEXICAL = "COPY cogi_index_lexicaldocument (content_id, vector) FROM STDIN (FORMAT BINARY)"


def _analyzed_lists(content_ids: Int, lexicon: Lexicon) -> Lists:
    """Analyse the contents in batches, so that the texts need not be in memory together."""
    weights = field_weights()
    lists = Lists()
    for start in range(0, content_ids.size, BATCH):
        ids = content_ids[start : start + BATCH].tolist()
        rows = PassageContent.objects.filter(pk__in=ids).order_by("pk")
        read = list(rows.values_list("trail", "text", "lexical_document"))
        analyzed = analyze_contents([row[:2] for row in read], lexicon=lexicon, weights=weights)
        _store_lexical_documents(ids, [row[2] is not None for row in read], analyzed, lexicon)
        lists.add(analyzed.contents + start, analyzed.lexemes, analyzed.units)
    return lists


def _store_lexical_documents(
    ids: Sequence[int], known: Sequence[bool], analyzed: AnalyzedContents, lexicon: Lexicon
) -> None:
    if all(known):
        return
    with connection.cursor() as cursor, cursor.copy(_COPY_LEXICAL) as copy:
        # A tsvector's binary form is raw bytes to psycopg.
        copy.set_types(["int8", "bytea"])
        for row in _missing(ids, known, tsvectors(analyzed, lexicon.encoded, len(ids))):
            copy.write_row(row)


def _missing(
    ids: Sequence[int], known: Sequence[bool], vectors: Iterator[bytes]
) -> Iterator[tuple[int, bytes]]:
    return ((pk, vector) for pk, there, vector in zip(ids, known, vectors, strict=True) if not there)
