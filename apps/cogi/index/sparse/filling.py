"""Keeps the sparse segments of a scope up with what is published, in the background."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.utils import timezone

from cogi.corpus.models import Scope
from cogi.index.conf import conf
from cogi.index.model_lock import model_lock
from cogi.index.models import SparseFill, SparseModel, SparseSegment
from cogi.index.sparse.segments import follow_scope
from cogi.index.sparse.weighing import weigh_contents
from cogi.index.sweeping import GRACE
from cogi.inference.sparse import SparseEncoder, SparseError, default_sparse_encoder, sparse_encoders

logger = logging.getLogger(__name__)


def fill_sparse(scope: Scope) -> None:
    """Weigh and index what ``scope`` lacks, where a sparse encoder is configured.

    A model that does not work is reported: the scope stays searchable by the other engines, and the next
    sweep tries again. When another process is filling with the same model, nothing is done.
    """
    try:
        encoder = default_sparse_encoder()
        if encoder is not None:
            _fill(encoder, scope)
    except SparseError as error:
        logger.warning("index.sparse.failed scope=%s reason=%s", scope.slug, error)


def _fill(encoder: SparseEncoder, scope: Scope) -> None:
    model, _ = SparseModel.objects.get_or_create(name=encoder.model_id)
    # Read before the work: what is published meanwhile is for the next run.
    reached = {
        "release_number": Scope.objects.values_list("release_number", flat=True).get(pk=scope.pk),
        "clearance": encoder.clearance,
    }
    if SparseFill.objects.filter(scope=scope, model=model, **reached).exists():
        return
    with model_lock(model) as locked:
        if locked:
            weigh_contents(encoder, model, scope)
            built = follow_scope(model, scope)
            SparseFill.objects.update_or_create(scope=scope, model=model, defaults=reached)
            logger.info("index.sparse.filled scope=%s segments=%d", scope.slug, built)


def sweep_sparse() -> None:
    """Delete segments that were replaced, and what models have stored that no setting names any more."""
    now = timezone.now()
    SparseSegment.objects.filter(retired_at__lt=now - GRACE).delete()
    try:
        if default_sparse_encoder() is None:
            return
        encoders = [sparse_encoders[alias] for alias in sparse_encoders]
        used = [encoder.model_id for encoder in encoders if encoder is not None]
    except SparseError as error:
        logger.warning("index.sparse.not_tidied reason=%s", error)
        return
    SparseModel.objects.filter(name__in=used).update(unused_at=None)
    unused = SparseModel.objects.exclude(name__in=used)
    unused.filter(unused_at=None).update(unused_at=now)
    unused.filter(unused_at__lt=now - timedelta(days=conf.superseded_model_days)).delete()
