"""Stores vectors beside the coverage that they change, in one transaction under the scope's lock."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from pgvector import HalfVector

from cogi.corpus.models import Passage, Scope
from cogi.corpus.publishing.copying import copy_rows
from cogi.index.models import EmbeddingModel, PassageVector

Place = tuple[int, int]


def lock_scope(scope: Scope) -> None:
    """The scope's row first, as a publish takes its locks, or the two could block one another.

    A crash of the server may take the last commits back: they are made again, so none waits for the disk.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute("SELECT FROM cogi_corpus_scope WHERE id = %s FOR UPDATE", [scope.pk])


def store_vectors(model: EmbeddingModel, scope: Scope, vectors: Mapping[int, NDArray[np.float32]]) -> None:
    """Store ``vectors`` by content id, in each class that shows the content now, and count them."""
    live = Passage.objects.filter(scope=scope, content__in=vectors).as_of()
    stored = PassageVector.objects.filter(model=model, content__in=vectors)
    places = set(live.values_list("content_id", "visibility_id"))
    places -= set(stored.values_list("content_id", "visibility_id"))
    texts = {content_id: HalfVector(vector).to_text() for content_id, vector in vectors.items()}
    copy_rows(
        PassageVector,
        ("model", "visibility", "content", "embedding"),
        ((model.pk, visibility_id, content_id, texts[content_id]) for content_id, visibility_id in places),
    )
    _count(model, places)


def _count(model: EmbeddingModel, places: Collection[Place]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _COUNT, [[content for content, _ in places], [visibility for _, visibility in places], model.name]
        )


_COUNT = """
UPDATE cogi_index_vectorcoverage AS kept
   SET embedded = kept.embedded + gained.passages, stored = kept.stored + gained.vectors
  FROM (SELECT place.visibility_id, count(*) AS passages, count(DISTINCT place.content_id) AS vectors
          FROM unnest(%s::bigint[], %s::bigint[]) AS place (content_id, visibility_id)
          JOIN cogi_corpus_passage AS passage
            ON passage.content_id = place.content_id AND passage.visibility_id = place.visibility_id
           AND passage.valid_to IS NULL
         GROUP BY place.visibility_id) AS gained
 WHERE kept.visibility_id = gained.visibility_id AND kept.model_name = %s
"""
