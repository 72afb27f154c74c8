"""Gives live passages their vectors, in the background: what is embedded once is never embedded again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray
from pgvector import HalfVector

from cogi.corpus.models import Passage, PassageContent, Scope
from cogi.index.conf import conf
from cogi.index.models import EmbeddingModel, PassageVector, VectorCoverage
from cogi.index.reading import ReleaseKey
from cogi.inference.embedders import Embedder

logger = logging.getLogger(__name__)

# Any two processes that embed for one model take this lock, with the model's id.
_LOCK_SPACE = 0x636F6769


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of a scope's live contents (per visibility class), that the model may see, have a vector."""

    embedded: int
    total: int

    @property
    def complete(self) -> bool:
        return self.embedded == self.total

    @property
    def share(self) -> float:
        return self.embedded / self.total if self.total else 1.0


def registered_model(embedder: Embedder) -> EmbeddingModel:
    """Return the row that stands for ``embedder``."""
    model, _ = EmbeddingModel.objects.get_or_create(
        name=embedder.model_id, defaults={"dimensions": embedder.dimensions}
    )
    return model


def embed_live_passages(embedder: Embedder, *, scope: Scope) -> int:
    """Embed what the newest release of ``scope`` holds and has no vector yet; return how many contents.

    Each batch commits by itself and adds one to the scope's version, so a killed run loses one batch
    and a cached answer never outlives a better index. Renditions above the embedder's clearance are
    not sent to it. When another process is embedding with the same
    model, nothing is done: that one, or the next sweep, does the work.
    """
    model = registered_model(embedder)
    if not _try_lock(model):
        return 0
    try:
        embedded = 0
        _share_known_vectors(embedder, model, scope)
        while pending := _pending_contents(embedder, model, scope):
            for start in range(0, len(pending), conf.embedding_batch):
                embedded += _embed_batch(
                    embedder, model, scope, pending[start : start + conf.embedding_batch]
                )
        return embedded
    finally:
        _unlock(model)


def coverage(scope: Scope, embedder: Embedder) -> Coverage:
    """Count the live contents of ``scope`` within the embedder's clearance, and those with a vector."""
    seen = [
        (embedded, total)
        for _, low, embedded, total in _coverage_by_class(scope, embedder)
        if low <= embedder.clearance
    ]
    return Coverage(sum(embedded for embedded, _ in seen), sum(total for _, total in seen))


def record_coverage(scope: Scope, embedder: Embedder) -> None:
    """Keep the present coverage of ``scope`` for searches; call it in the transaction that changed it."""
    model = registered_model(embedder)
    VectorCoverage.objects.filter(model=model, visibility__scope=scope).delete()
    VectorCoverage.objects.bulk_create(
        VectorCoverage(model=model, visibility_id=visibility_id, embedded=embedded, total=total)
        for visibility_id, _, embedded, total in _coverage_by_class(scope, embedder)
    )


def recorded_coverage(releases: Sequence[ReleaseKey], *, model_id: str) -> Coverage:
    """Return the kept coverage of the classes that ``releases`` see, and of no other."""
    by_scope = {release.scope_id: release for release in releases}
    kept = VectorCoverage.objects.filter(visibility__scope__in=by_scope, model__name=model_id)
    seen = [
        (row.embedded, row.total)
        for row in kept.select_related("visibility")
        if by_scope[row.visibility.scope_id].sees(low=row.visibility.low, high=row.visibility.high)
    ]
    return Coverage(sum(embedded for embedded, _ in seen), sum(total for _, total in seen))


def _coverage_by_class(scope: Scope, embedder: Embedder) -> list[tuple[int, int, int, int]]:
    """Return visibility class id, its low level, contents with a vector, and contents, for each class."""
    with connection.cursor() as cursor:
        cursor.execute(_COVERAGE, [embedder.model_id, scope.pk])
        rows: list[tuple[int, int, int, int]] = cursor.fetchall()
    return rows


def passage_text(trail: Sequence[str], text: str) -> str:
    """Return what is embedded for a content: its headings give the text its context."""
    return " › ".join(trail) + "\n" + text


def _embed_batch(
    embedder: Embedder, model: EmbeddingModel, scope: Scope, contents: Sequence[PassageContent]
) -> int:
    vectors = embedder.embed_passages([passage_text(content.trail, content.text) for content in contents])
    with transaction.atomic():
        # The scope's row first, as a publish takes its locks, or the two could block one another.
        Scope.objects.filter(pk=scope.pk).bump_version()
        _store(model, scope, [content.pk for content in contents], vectors)
        record_coverage(scope, embedder)
    logger.info("index.vectors.embedded scope=%s contents=%d", scope.slug, len(contents))
    return len(contents)


def _pending_contents(embedder: Embedder, model: EmbeddingModel, scope: Scope) -> list[PassageContent]:
    """Return live contents without a vector, those of like length together."""
    with connection.cursor() as cursor:
        cursor.execute(_PENDING, [scope.pk, embedder.clearance, model.pk, conf.embedding_batch * 8])
        ids = [row[0] for row in cursor.fetchall()]
    return sorted(PassageContent.objects.filter(pk__in=ids), key=lambda content: len(content.text))


def _share_known_vectors(embedder: Embedder, model: EmbeddingModel, scope: Scope) -> None:
    """Copy vectors that another scope or class already has for the same contents."""
    with transaction.atomic(), connection.cursor() as cursor:
        Scope.objects.select_for_update().get(pk=scope.pk)
        cursor.execute(_SHARE, [scope.pk, model.pk])
        shared = cursor.rowcount
        # The sweep comes by every half minute: it writes only what it changed, or what a new model lacks.
        if shared or not VectorCoverage.objects.filter(model=model, visibility__scope=scope).exists():
            record_coverage(scope, embedder)
        if shared:
            Scope.objects.filter(pk=scope.pk).bump_version()


def _store(
    model: EmbeddingModel, scope: Scope, content_ids: Sequence[int], vectors: NDArray[np.float32]
) -> None:
    embeddings = dict(zip(content_ids, vectors, strict=True))
    places = (
        Passage.objects.filter(scope=scope, content__in=content_ids)
        .as_of()
        .values_list("content_id", "visibility_id")
        .distinct()
    )
    PassageVector.objects.bulk_create(
        (
            PassageVector(
                model=model,
                visibility_id=visibility_id,
                content_id=content_id,
                embedding=HalfVector(embeddings[content_id]),
            )
            for content_id, visibility_id in places
        ),
        ignore_conflicts=True,
    )


def _try_lock(model: EmbeddingModel) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [_LOCK_SPACE, model.pk])
        return bool(cursor.fetchone()[0])


def _unlock(model: EmbeddingModel) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [_LOCK_SPACE, model.pk])


_COVERAGE = """
SELECT visibility_id, low, count(*) FILTER (WHERE has_vector), count(*)
  FROM (SELECT DISTINCT passage.visibility_id, visibility.low, passage.content_id, EXISTS (
                 SELECT FROM cogi_index_passagevector AS entry
                   JOIN cogi_index_embeddingmodel AS model ON model.id = entry.model_id
                  WHERE entry.visibility_id = passage.visibility_id
                    AND entry.content_id = passage.content_id AND model.name = %s
               ) AS has_vector
          FROM cogi_corpus_passage AS passage
          JOIN cogi_corpus_visibilityclass AS visibility ON visibility.id = passage.visibility_id
         WHERE passage.scope_id = %s AND passage.valid_to IS NULL) AS live
 GROUP BY visibility_id, low
"""

_PENDING = """
SELECT DISTINCT passage.content_id
  FROM cogi_corpus_passage AS passage
  JOIN cogi_corpus_visibilityclass AS visibility ON visibility.id = passage.visibility_id
 WHERE passage.scope_id = %s AND passage.valid_to IS NULL AND visibility.low <= %s AND NOT EXISTS (
         SELECT FROM cogi_index_passagevector AS entry
          WHERE entry.visibility_id = passage.visibility_id
            AND entry.content_id = passage.content_id AND entry.model_id = %s)
 LIMIT %s
"""

_SHARE = """
INSERT INTO cogi_index_passagevector (model_id, visibility_id, content_id, embedding)
SELECT DISTINCT ON (passage.visibility_id, passage.content_id)
       entry.model_id, passage.visibility_id, passage.content_id, entry.embedding
  FROM cogi_corpus_passage AS passage
  JOIN cogi_index_passagevector AS entry ON entry.content_id = passage.content_id
 WHERE passage.scope_id = %s AND passage.valid_to IS NULL AND entry.model_id = %s AND NOT EXISTS (
         SELECT FROM cogi_index_passagevector AS own
          WHERE own.visibility_id = passage.visibility_id
            AND own.content_id = passage.content_id AND own.model_id = entry.model_id)
    ON CONFLICT DO NOTHING
"""
