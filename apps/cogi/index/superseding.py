"""Drops the vectors of a model that another one has replaced, once nobody may want to go back."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from cogi.corpus.models import Scope
from cogi.index.conf import conf
from cogi.index.models import EmbeddingModel, PassageVector, VectorCoverage

logger = logging.getLogger(__name__)

DROPPED_AT_ONCE = 10_000


def supersede_models(current: str) -> list[str]:
    """Mark what the model ``current`` replaces, and drop what has been so marked for long; return its names.

    A model is replaced when the current one knows as many passages of every class. Scopes that want no
    vectors of their own have them for measuring; they keep them, and keep nobody waiting.
    """
    replaced = _replaced(current)
    now = timezone.now()
    models = EmbeddingModel.objects.exclude(name=current)
    EmbeddingModel.objects.exclude(pk__in=replaced).update(superseded_at=None)
    models.filter(pk__in=replaced, superseded_at=None).update(superseded_at=now)
    expired = now - timedelta(days=conf.superseded_model_days)
    dropped = list(models.filter(superseded_at__lte=expired))
    for model in dropped:
        _drop(model)
    return [model.name for model in dropped]


def _replaced(current: str) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(_REPLACED, {"current": current})
        return [pk for (pk,) in cursor.fetchall()]


def _drop(model: EmbeddingModel) -> None:
    """First searches forget it, then its vectors go in steps; a killed run is gone on with by the next."""
    scopes = [scope.pk for scope in Scope.objects.order_by("pk") if scope.wants_vectors]
    for scope_id in scopes:
        _forget_coverage(model, scope_id)
    steps = 0
    while _drop_some(model, scopes):
        steps += 1
    _forget_unused(model)
    logger.info("index.model.dropped model=%s steps=%d", model.name, steps)


@transaction.atomic
def _forget_coverage(model: EmbeddingModel, scope_id: int) -> None:
    scope = Scope.objects.filter(pk=scope_id)
    scope.select_for_update().exists()
    kept = VectorCoverage.objects.filter(model_name=model.name, visibility__scope=scope_id)
    if kept.delete()[0]:
        scope.bump_version()


def _drop_some(model: EmbeddingModel, scope_ids: list[int]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_DROP, [model.pk, scope_ids, DROPPED_AT_ONCE])
        return int(cursor.rowcount)


def _forget_unused(model: EmbeddingModel) -> None:
    if not PassageVector.objects.filter(model=model).exists():
        model.delete()


_REPLACED = """
SELECT model.id
  FROM cogi_index_embeddingmodel AS model
 WHERE model.name <> %(current)s AND NOT EXISTS (
         SELECT FROM cogi_index_vectorcoverage AS known
           JOIN cogi_corpus_visibilityclass AS visibility ON visibility.id = known.visibility_id
           JOIN cogi_corpus_scope AS scope ON scope.id = visibility.scope_id
           LEFT JOIN cogi_index_vectorcoverage AS better
             ON better.visibility_id = known.visibility_id AND better.model_name = %(current)s
          WHERE known.model_name = model.name AND known.embedded > coalesce(better.embedded, 0)
            AND scope.settings -> 'vectors' IS DISTINCT FROM 'false'::jsonb)
"""

_DROP = """
DELETE FROM cogi_index_passagevector WHERE id IN (
    SELECT entry.id FROM cogi_index_passagevector AS entry
      JOIN cogi_corpus_visibilityclass AS visibility ON visibility.id = entry.visibility_id
     WHERE entry.model_id = %s AND visibility.scope_id = ANY(%s) LIMIT %s)
"""
