"""Builds segments: analyse once, pack, and COPY. A segment is written whole and never changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection

from cogi.corpus.models import Scope
from cogi.index import blocks, postings, vocabulary
from cogi.index.analysis import ANALYSIS_VERSION
from cogi.index.analysis_pool import analyze_batches
from cogi.index.batches import Numbering, Texts
from cogi.index.fields import field_weights
from cogi.index.inverting import Inverted, Lists, by_document, invert
from cogi.index.lexicon import Int
from cogi.index.models import PostingBlock, Segment, SparseBlock, SparseSegment

BATCH = 2000


@dataclass(frozen=True, slots=True)
class SegmentDocument:
    """One passage that a new segment will hold."""

    passage_id: int
    page_id: int
    content_id: int


def build_segment(scope: Scope, visibility_id: int, documents: Sequence[SegmentDocument]) -> Segment:
    """Analyse ``documents``, store their tsvectors where missing, and return the stored segment."""
    numbering = Numbering()
    contents, ordinals = np.unique([d.content_id for d in documents], return_inverse=True)
    lists = by_document(_analyzed_lists(contents, scope.language, numbering), ordinals)
    inverted = invert(lists, numbering.lexemes, count=len(documents))
    segment = Segment.objects.create(
        scope=scope,
        visibility_id=visibility_id,
        analysis_version=ANALYSIS_VERSION,
        document_count=len(documents),
        passages=np.array([d.passage_id for d in documents], "<i8").tobytes(),
        pages=np.array([d.page_id for d in documents], "<i8").tobytes(),
        lengths=inverted.lengths.astype("<u4").tobytes(),
        surfaces=vocabulary.pack(numbering.surfaces, inverted.frequencies()),
    )
    copy_postings(segment, inverted)
    return segment


def copy_postings(
    segment: Segment | SparseSegment,
    inverted: Inverted,
    *,
    into: type[PostingBlock | SparseBlock] = PostingBlock,
) -> None:
    """COPY the postings of ``segment``."""
    lists, ends = postings.pack_all(inverted.ordinals, inverted.units, inverted.starts)
    with connection.cursor() as cursor, cursor.copy(_COPY_BLOCKS.format(table=into._meta.db_table)) as copy:
        copy.set_types(["int8", "text", "text", "bytea"])
        for block in blocks.pack(inverted.lexemes, lists, ends):
            copy.write_row((segment.pk, *block))


# An array, as Django's own IN would make a parameter of every id.
_SELECT_TEXTS = """
SELECT content.trail, content.text, document.content_id IS NOT NULL
FROM cogi_corpus_passagecontent AS content
LEFT JOIN cogi_index_lexicaldocument AS document ON document.content_id = content.id
WHERE content.id = ANY(%s::bigint[]) ORDER BY content.id
"""
_COPY_BLOCKS = """
COPY {table} (segment_id, lexeme, last_lexeme, data) FROM STDIN (FORMAT BINARY)
"""
_COPY_LEXICAL = "COPY cogi_index_lexicaldocument (content_id, vector) FROM STDIN (FORMAT BINARY)"


def _analyzed_lists(content_ids: Int, language: str, numbering: Numbering) -> Lists:
    """Analyse the contents in batches, so that the texts need not be in memory together."""
    batches = [content_ids[start : start + BATCH].tolist() for start in range(0, content_ids.size, BATCH)]
    known: deque[list[bool]] = deque()
    analyzed = analyze_batches(
        _texts(batches, known), language=language, weights=field_weights(), count=len(batches)
    )
    lists = Lists()
    for number, (ids, (analyzer_id, batch)) in enumerate(zip(batches, analyzed, strict=True)):
        _store_lexical_documents(ids, known.popleft(), batch.vectors)
        lexemes = numbering.renumbered(batch, analyzer_id=analyzer_id)
        lists.add(batch.contents + number * BATCH, lexemes, batch.units)
    return lists


def _texts(batches: Iterable[Sequence[int]], known: deque[list[bool]]) -> Iterator[Texts]:
    """Read the contents of each batch; append to ``known`` which of them have their tsvector already."""
    for ids in batches:
        with connection.cursor() as cursor:
            cursor.execute(_SELECT_TEXTS, [list(ids)])
            read = cursor.fetchall()
        known.append([row[2] for row in read])
        yield [row[:2] for row in read]


def _store_lexical_documents(ids: Sequence[int], known: Sequence[bool], vectors: Sequence[bytes]) -> None:
    if all(known):
        return
    with connection.cursor() as cursor, cursor.copy(_COPY_LEXICAL) as copy:
        # A tsvector's binary form is raw bytes to psycopg.
        copy.set_types(["int8", "bytea"])
        for pk, there, vector in zip(ids, known, vectors, strict=True):
            if not there:
                copy.write_row((pk, vector))
