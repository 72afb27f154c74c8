"""Builds segments: analyse once, pack, and COPY. A segment is written whole and never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from cogi.corpus.models import PassageContent, Scope
from cogi.index import postings, vocabulary
from cogi.index.analysis import ANALYSIS_VERSION, Analyzer, analyzer
from cogi.index.documents import AnalyzedContent, analyze_content
from cogi.index.fields import field_weights
from cogi.index.models import LexicalDocument, Segment

BATCH = 2000


@dataclass(frozen=True, slots=True)
class SegmentDocument:
    """One passage that a new segment will hold."""

    passage_id: int
    page_id: int
    content_id: int


@dataclass(frozen=True, slots=True)
class Inverted:
    """Posting lists end to end: list ``i`` is that of ``lexemes[i]`` and begins at ``starts[i]``."""

    lexemes: Sequence[str]
    starts: NDArray[np.int64]
    ordinals: NDArray[np.int64]
    frequencies: NDArray[np.float64]


def build_segment(scope: Scope, visibility_id: int, documents: Sequence[SegmentDocument]) -> Segment:
    """Analyse ``documents``, store their tsvectors where missing, and return the stored segment."""
    analysis = analyzer(scope.language)
    analyzed = _analyze(analysis, {document.content_id for document in documents})
    _store_lexical_documents(analyzed)
    contents = [analyzed[document.content_id] for document in documents]
    lengths = np.array([content.length for content in contents])
    segment = Segment.objects.create(
        scope=scope,
        visibility_id=visibility_id,
        analysis_version=ANALYSIS_VERSION,
        document_count=len(documents),
        passages=np.array([d.passage_id for d in documents], "<i8").tobytes(),
        pages=np.array([d.page_id for d in documents], "<i8").tobytes(),
        lengths=np.rint(lengths / postings.FREQUENCY_UNIT).astype("<u4").tobytes(),
        surfaces=vocabulary.pack(_surfaces(analysis, analyzed.values())),
    )
    copy_postings(segment, invert([content.frequencies for content in contents]))
    return segment


def invert(documents: Sequence[Mapping[str, float]]) -> Inverted:
    """Turn the weighted frequencies of documents (by ordinal) into posting lists by lexeme."""
    numbers: dict[str, int] = {}
    lexemes: list[int] = []
    frequencies: list[float] = []
    for document in documents:
        lexemes += [numbers.setdefault(lexeme, len(numbers)) for lexeme in document]
        frequencies += document.values()
    by_lexeme = np.array(lexemes, np.int64)
    order = np.argsort(by_lexeme, kind="stable")
    ordinals = np.repeat(np.arange(len(documents)), [len(document) for document in documents])
    starts = np.searchsorted(by_lexeme[order], np.arange(len(numbers)))
    return Inverted(list(numbers), starts, ordinals[order], np.array(frequencies)[order])


def copy_postings(segment: Segment, inverted: Inverted) -> None:
    """COPY the postings of ``segment``."""
    packed = postings.pack_all(inverted.ordinals, inverted.frequencies, inverted.starts)
    with connection.cursor() as cursor, cursor.copy(_COPY_POSTINGS) as copy:
        copy.set_types(["int8", "text", "bytea"])
        for lexeme, data in zip(inverted.lexemes, packed, strict=True):
            copy.write_row((segment.pk, lexeme, data))


_COPY_POSTINGS = "COPY cogi_index_posting (segment_id, lexeme, data) FROM STDIN (FORMAT BINARY)"
_COPY_LEXICAL = "COPY cogi_index_lexicaldocument (content_id, vector) FROM STDIN"


def _analyze(analysis: Analyzer, content_ids: Iterable[int]) -> dict[int, AnalyzedContent]:
    weights = field_weights()
    analyzed: dict[int, AnalyzedContent] = {}
    ids = sorted(content_ids)
    for start in range(0, len(ids), BATCH):
        contents = PassageContent.objects.filter(pk__in=ids[start : start + BATCH])
        for pk, trail, text in contents.values_list("pk", "trail", "text"):
            analyzed[pk] = analyze_content(analysis, trail, text, weights)
    return analyzed


def _surfaces(analysis: Analyzer, contents: Iterable[AnalyzedContent]) -> dict[str, str]:
    words = {word for content in contents for word in content.words}
    expanded = ((word, analysis.expand(word)[0]) for word in words)
    return {word: lexemes[0][0] for word, lexemes in expanded if lexemes}


def _store_lexical_documents(analyzed: Mapping[int, AnalyzedContent]) -> None:
    known = set(LexicalDocument.objects.filter(pk__in=list(analyzed)).values_list("pk", flat=True))
    with connection.cursor() as cursor, cursor.copy(_COPY_LEXICAL) as copy:
        for pk, content in analyzed.items():
            if pk not in known:
                copy.write_row((pk, content.tsvector()))
