"""Gives live contents their term weights: what is weighed once is never weighed again."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef

from cogi.corpus.models import Passage, Scope
from cogi.index.conf import conf
from cogi.index.models import SparseModel, SparseWeights
from cogi.index.pending import read_texts
from cogi.index.sparse.segments import WEIGHT_UNIT
from cogi.index.storing import lock_scope
from cogi.inference.sparse import SparseEncoder, TermWeights

logger = logging.getLogger(__name__)


def weigh_contents(encoder: SparseEncoder, model: SparseModel, scope: Scope) -> int:
    """Weigh what the newest release holds and has no weights yet; return how many contents.

    Each batch commits by itself, so a killed run loses one. Renditions above the encoder's clearance are
    not sent to it.

    Raises:
        SparseError: when the model does not work; what was weighed before is kept.
    """
    weighed = 0
    while pending := _pending(encoder, model, scope):
        for start in range(0, len(pending), conf.embedding_batch):
            texts = read_texts(pending[start : start + conf.embedding_batch])
            _store(model, scope, dict(zip(texts, encoder.encode_passages(list(texts.values())), strict=True)))
            weighed += len(texts)
            logger.info("index.sparse.weighed scope=%s contents=%d", scope.slug, len(texts))
    return weighed


def _pending(encoder: SparseEncoder, model: SparseModel, scope: Scope) -> Sequence[int]:
    known = SparseWeights.objects.filter(model=model, content=OuterRef("content"))
    live = Passage.objects.filter(~Exists(known), scope=scope, visibility__low__lte=encoder.clearance).as_of()
    return list(live.order_by("content_id").values_list("content_id", flat=True).distinct())


@transaction.atomic
def _store(model: SparseModel, scope: Scope, weighed: Mapping[int, TermWeights]) -> None:
    """Store weights by content id; a content that is gone meanwhile needs none."""
    lock_scope(scope)
    live = Passage.objects.filter(scope=scope, content__in=weighed).as_of()
    SparseWeights.objects.bulk_create(
        (
            _row(model, content_id, weighed[content_id])
            for content_id in live.order_by("content_id").values_list("content_id", flat=True).distinct()
        ),
        ignore_conflicts=True,
    )


def _row(model: SparseModel, content_id: int, weights: TermWeights) -> SparseWeights:
    units = {term: round(weight / WEIGHT_UNIT) for term, weight in weights.items()}
    kept = {term: unit for term, unit in units.items() if unit}
    return SparseWeights(model=model, content_id=content_id, terms=list(kept), units=list(kept.values()))
