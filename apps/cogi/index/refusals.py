"""Embeds a batch; a text that the model does not take is set aside, and does not hold up the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

from cogi.index.models import EmbeddingModel, EmbeddingRefusal
from cogi.inference.embedders import Embedder, EmbeddingError

# What every model takes, so an error on it says that the model is down.
HARMLESS = "search"
FIRST_RETRY, LAST_RETRY, DOUBLINGS = timedelta(hours=1), timedelta(days=1), 5
REASON_LENGTH = 500

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors, and reasons of refusal, by the number of the text in its batch."""

    vectors: dict[int, Vectors] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)


def embed_batch(embedder: Embedder, texts: Sequence[str]) -> Embedded:
    """Embed ``texts``; those that the model refuses are found by halving, and told apart.

    Raises:
        EmbeddingError: when the model does not work at all.
    """
    embedded = Embedded()
    _embed(embedder, texts, range(len(texts)), into=embedded)
    return embedded


def _embed(embedder: Embedder, texts: Sequence[str], numbers: range, *, into: Embedded) -> None:
    try:
        rows = _checked_vectors(embedder, texts[numbers.start : numbers.stop])
    except EmbeddingError as error:
        _require_working(embedder, error)
        if len(numbers) == 1:
            into.refused[numbers.start] = str(error)
            return
        middle = len(numbers) // 2
        _embed(embedder, texts, numbers[:middle], into=into)
        _embed(embedder, texts, numbers[middle:], into=into)
    else:
        into.vectors.update(zip(numbers, rows, strict=True))


def keep_refusals(model: EmbeddingModel, reasons: Mapping[int, str]) -> int:
    """Note why contents (by id) were refused, and return how many.

    Each further refusal doubles the time until the next try.
    """
    now = timezone.now()
    known = EmbeddingRefusal.objects.filter(model=model, content__in=reasons)
    attempts = dict(known.values_list("content_id", "attempts"))
    refusals = [
        EmbeddingRefusal(
            model=model,
            content_id=content_id,
            reason=reason[:REASON_LENGTH],
            attempts=attempts.get(content_id, 0) + 1,
            retry_at=now + _pause(attempts.get(content_id, 0)),
        )
        for content_id, reason in reasons.items()
    ]
    EmbeddingRefusal.objects.bulk_create(
        refusals,
        update_conflicts=True,
        unique_fields=["model", "content"],
        update_fields=["reason", "attempts", "retry_at"],
    )
    return len(refusals)


def forget_refusals(model: EmbeddingModel, content_ids: Collection[int]) -> int:
    """Forget refusals of contents that the model took after all; return how many."""
    refusals = EmbeddingRefusal.objects.filter(model=model, content__in=content_ids)
    return refusals.delete()[0]


def _pause(earlier_attempts: int) -> timedelta:
    return min(FIRST_RETRY * (1 << min(earlier_attempts, DOUBLINGS)), LAST_RETRY)


def _checked_vectors(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    vectors = embedder.embed_passages(texts)
    expected = (len(texts), embedder.dimensions)
    if vectors.shape != expected:
        raise EmbeddingError(
            f"The model {embedder.model_id} returned vectors of shape {vectors.shape} instead of {expected}."
        )
    if not np.isfinite(vectors).all():
        raise EmbeddingError(f"The model {embedder.model_id} returned a vector with what is not a number.")
    return vectors


def _require_working(embedder: Embedder, error: EmbeddingError) -> None:
    try:
        _checked_vectors(embedder, [HARMLESS])
    except EmbeddingError:
        raise error from None
