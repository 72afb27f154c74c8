"""Gives live passages their vectors, in the background: what is embedded once is never embedded again."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db import transaction

from cogi.corpus.models import Scope
from cogi.index.conf import conf
from cogi.index.coverage import recount_coverage
from cogi.index.model_lock import model_lock
from cogi.index.models import EmbeddingModel
from cogi.index.pending import passage_text, pending_contents, read_texts, share_known_vectors
from cogi.index.refusals import embed_batch, forget_refusals, keep_refusals
from cogi.index.storing import lock_scope, store_vectors
from cogi.inference.embedders import Embedder

__all__ = ["embed_live_passages", "passage_text", "registered_model"]

logger = logging.getLogger(__name__)


def registered_model(embedder: Embedder) -> EmbeddingModel:
    """Return the row that stands for ``embedder``; made in a publish, it would keep others waiting."""
    model, _ = EmbeddingModel.objects.get_or_create(
        name=embedder.model_id, defaults={"dimensions": embedder.dimensions}
    )
    return model


def embed_live_passages(embedder: Embedder, *, scope: Scope) -> int:
    """Embed what the newest release of ``scope`` holds and has no vector yet; return how many contents.

    Each batch commits by itself and adds one to the scope's version, so a killed run loses one batch
    and a cached answer never outlives a better index. Renditions above the embedder's clearance are
    not sent to it; a text that it refuses is set aside. When another process is embedding with the same
    model, nothing is done: that one, or the next sweep, does the work.

    Raises:
        EmbeddingError: when the model does not work; what was embedded before is kept.
    """
    model = registered_model(embedder)
    with model_lock(model) as locked:
        if not locked:
            return 0
        while _share(model, scope):
            pass
        embedded = 0
        while pending := pending_contents(embedder, model, scope):
            for start in range(0, len(pending), conf.embedding_batch):
                embedded += _embed(embedder, model, scope, pending[start : start + conf.embedding_batch])
        return embedded


def _embed(embedder: Embedder, model: EmbeddingModel, scope: Scope, content_ids: Sequence[int]) -> int:
    texts = read_texts(content_ids)
    ids = list(texts)
    embedded = embed_batch(embedder, list(texts.values()))
    vectors = {ids[number]: vector for number, vector in embedded.vectors.items()}
    refused = {ids[number]: reason for number, reason in embedded.refused.items()}
    with transaction.atomic():
        lock_scope(scope)
        store_vectors(model, scope, vectors)
        if forget_refusals(model, vectors) + keep_refusals(model, refused):
            recount_coverage(scope, model.name)
        Scope.objects.filter(pk=scope.pk).bump_version()
    logger.info(
        "index.vectors.embedded scope=%s contents=%d refused=%d truncated=%d",
        scope.slug,
        len(vectors),
        len(refused),
        sum(map(embedder.truncates, texts.values())),
    )
    return len(vectors)


def _share(model: EmbeddingModel, scope: Scope) -> int:
    """Copy known vectors and count what the model knows; the version grows with either."""
    with transaction.atomic():
        lock_scope(scope)
        shared = share_known_vectors(model, scope)
        # The sweep comes by every half minute: it writes only what changed.
        if recount_coverage(scope, model.name) or shared:
            Scope.objects.filter(pk=scope.pk).bump_version()
    return shared
