"""Finds phrases: the postings say where all their words stand, the tsvectors whether in that order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise

import numpy as np
from django.db import connection

from cogi.index.analysis import analyzer
from cogi.index.documents import MAX_POSITION
from cogi.index.scoring import Documents
from cogi.index.views import NOTHING, LivePostings, Part, View, keep, kept, live_postings

LONGEST_PHRASE = 200
"""Words of a phrase that are looked for; PostgreSQL's parser is recursive."""
Places = Sequence[tuple[int, str]]

_SELECT_HOLDING = """
SELECT passage.id FROM cogi_corpus_passage AS passage
JOIN cogi_index_lexicaldocument AS document ON document.content_id = passage.content_id
WHERE passage.id = ANY(%s::bigint[]) AND document.vector @@ %s::tsquery
"""


def documents_with(view: View, part: Part, phrase: str) -> Documents | None:
    """Return the documents of ``part`` that hold ``phrase``; None when it has no word that counts."""
    places = _places(phrase, part.language)
    if not places:
        return None
    if (known := kept(view, part, (phrase,))) is not None:
        return known.documents
    found = live_postings(view, part, [lexeme for _, lexeme in places])
    documents = reduce(np.intersect1d, [postings.documents for postings in found.values()])
    if places[-1][0] - places[0][0] > MAX_POSITION:
        documents = NOTHING.documents
    elif len(places) > 1 and documents.size:
        documents = _holding(view, documents, _tsquery(places))
    keep(view, part, (phrase,), LivePostings(documents, NOTHING.impacts))
    return documents


def _places(phrase: str, language: str) -> Places:
    """Return positions and lexemes; where a compound stands with its first part, the compound."""
    places: dict[int, str] = {}
    position = 0
    for _, (lexemes, width) in analyzer(language).words(phrase):
        for lexeme, offset in lexemes:
            places.setdefault(position + offset, lexeme)
        position += width
    return sorted(places.items())[:LONGEST_PHRASE]


def _tsquery(places: Places) -> str:
    query = _quoted(places[0][1])
    for (before, _), (position, lexeme) in pairwise(places):
        query += f" <{position - before}> {_quoted(lexeme)}"
    return query


def _quoted(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def _holding(view: View, documents: Documents, tsquery: str) -> Documents:
    passages = view.passages[documents]
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_HOLDING, [passages.tolist(), tsquery])
        holding = [pk for (pk,) in cursor.fetchall()]
    return documents[np.isin(passages, np.array(holding, np.int64))]
