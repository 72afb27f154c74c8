"""Whole searches as a public viewer asks them, for benchmarks."""

from __future__ import annotations

from collections.abc import Collection

from cogi.corpus.classification import LOWEST
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.benchmarks.timing import Ask
from cogi.retrieval.engines.question_vectors import forget_question_vectors
from cogi.retrieval.searching import search

LIMIT = 10


def perimeter_of(slug: str) -> Perimeter:
    """Return what an anonymous viewer sees of one scope."""
    return Perimeter.of({Scope.objects.get(slug=slug).pk: LOWEST})


def whole_search(slug: str) -> Ask:
    """Return the search for the best ten pages, which embeds its question each time."""
    perimeter = perimeter_of(slug)

    def ask(query: str) -> Collection[object]:
        forget_question_vectors()
        return search(query, perimeter=perimeter, scopes=[slug], limit=LIMIT).hits

    return ask


def repeated_search(slug: str) -> Ask:
    """Return the same search as one that was asked before asks it."""
    perimeter = perimeter_of(slug)
    return lambda query: search(query, perimeter=perimeter, scopes=[slug], limit=LIMIT).hits
