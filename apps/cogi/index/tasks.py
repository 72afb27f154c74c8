"""Celery tasks of the index. They take ids and may run twice; the database says what is left to do."""

from __future__ import annotations

import logging

from celery import shared_task

from cogi.corpus.models import Scope
from cogi.index.filling import fill_scope, index_grown_classes
from cogi.index.hnsw import sweep_hnsw
from cogi.index.merging import merge_scope
from cogi.index.rebuilding import outdated_scopes, rebuild_segments
from cogi.index.sparse.filling import fill_sparse, sweep_sparse
from cogi.index.superseding import supersede_models
from cogi.index.sweeping import sweep_segments
from cogi.inference.embedders import EmbeddingError, default_embedder

logger = logging.getLogger(__name__)


@shared_task(name="cogi.index.tasks.embed_scope", ignore_result=True, acks_late=True)
def embed_scope(scope_id: int) -> None:
    """Embed and weigh what is new in one scope, unless it wants no vectors."""
    scope = Scope.objects.filter(pk=scope_id).first()
    if scope is not None and scope.wants_vectors:
        fill_scope(scope)
        fill_sparse(scope)


@shared_task(name="cogi.index.tasks.embed_pending", ignore_result=True)
def embed_pending() -> None:
    """Embed what is new anywhere: the sweep that makes lost messages harmless."""
    for scope_id in Scope.objects.filter(release_number__gt=0).values_list("pk", flat=True):
        embed_scope(scope_id)


@shared_task(name="cogi.index.tasks.tidy_vectors", ignore_result=True)
def tidy_vectors() -> None:
    """Drop what a newer model has replaced; build the HNSW indexes that are missing, drop the unwanted."""
    try:
        embedder = default_embedder()
        if embedder is not None:
            supersede_models(embedder.model_id)
    except EmbeddingError as error:
        logger.warning("index.models.not_tidied reason=%s", error)
    index_grown_classes()
    sweep_hnsw()
    sweep_sparse()


@shared_task(name="cogi.index.tasks.merge_segments", ignore_result=True, acks_late=True)
def merge_segments(scope_id: int) -> None:
    """Merge one scope's segments where a visibility class has many."""
    scope = Scope.objects.filter(pk=scope_id).first()
    if scope is not None:
        merge_scope(scope)


@shared_task(name="cogi.index.tasks.tidy_segments", ignore_result=True)
def tidy_segments() -> None:
    """Rebuild what another analysis made, merge what is crowded, remove what nobody reads."""
    for scope in outdated_scopes():
        try:
            rebuild_segments(scope)
        except Exception:
            # One scope's trouble is not that of the others.
            logger.exception("index.segments.not_rebuilt scope=%s", scope.slug)
    for scope_id in Scope.objects.filter(release_number__gt=0).values_list("pk", flat=True):
        merge_segments(scope_id)
    sweep_segments()
