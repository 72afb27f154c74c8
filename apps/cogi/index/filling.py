"""Gives a scope the vectors that it lacks, of every model that serves it or is to serve it."""

from __future__ import annotations

import logging

from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from cogi.corpus.models import Passage, Scope, VisibilityClass
from cogi.index.embedding import embed_live_passages, registered_model
from cogi.index.hnsw import ensure_hnsw
from cogi.index.models import EmbeddingModel, EmbeddingRefusal, VectorCoverage
from cogi.index.serving import embedders_to_fill
from cogi.inference.embedders import Embedder, EmbeddingError

logger = logging.getLogger(__name__)


def fill_scope(scope: Scope) -> None:
    """Embed what ``scope`` lacks and index what has grown.

    A model that does not work is reported: the scope stays searchable lexically, and the sweep tries again.
    """
    try:
        for embedder in embedders_to_fill(scope):
            if lacks_vectors(scope, embedder):
                embed_live_passages(embedder, scope=scope)
                ensure_hnsw(registered_model(embedder), scope=scope)
    except EmbeddingError as error:
        logger.warning("index.vectors.failed scope=%s reason=%s", scope.slug, error)


def lacks_vectors(scope: Scope, embedder: Embedder) -> bool:
    """Tell by what is kept whether a run would find work; the sweep asks often."""
    covered = VectorCoverage.objects.filter(visibility=OuterRef("pk"), model_name=embedder.model_id)
    classes = VisibilityClass.objects.filter(scope=scope, low__lte=embedder.clearance)
    return classes.filter(~Exists(covered.filter(embedded__gte=F("total")))).exists() or _has_due_refusal(
        scope, embedder
    )


def index_grown_classes() -> None:
    """Build the HNSW indexes that are missing, as after a killed run, and those that are worn."""
    for model in EmbeddingModel.objects.all():
        for scope in Scope.objects.filter(
            visibility_classes__in=VectorCoverage.objects.filter(model_name=model.name).values("visibility")
        ).distinct():
            ensure_hnsw(model, scope=scope)


def _has_due_refusal(scope: Scope, embedder: Embedder) -> bool:
    due = EmbeddingRefusal.objects.filter(model__name=embedder.model_id, retry_at__lte=timezone.now())
    shown = Passage.objects.filter(scope=scope, content=OuterRef("content")).as_of()
    return due.filter(Exists(shown)).exists()
