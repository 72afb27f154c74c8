"""What an operator wants to know of the models whose vectors are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Sum

from cogi.index.model_lock import is_embedding
from cogi.index.models import EmbeddingModel, EmbeddingRefusal, VectorCoverage

REASONS = 3


@dataclass(frozen=True, slots=True)
class ModelState:
    """A model, its vectors in all releases, and what it refused, with the commonest reasons.

    ``state`` is ``default``, ``serving`` (until the default knows as much), or ``superseded`` (its vectors
    are dropped later); ``embedding`` says that a worker is at it.
    """

    name: str
    dimensions: int
    state: str
    embedding: bool
    vectors: int
    refused: int
    reasons: Sequence[str]


def model_states(current: str | None) -> list[ModelState]:
    """Return every registered model as it stands beside the ``current`` one."""
    return [_state(model, current) for model in EmbeddingModel.objects.order_by("pk")]


def _state(model: EmbeddingModel, current: str | None) -> ModelState:
    refusals = EmbeddingRefusal.objects.filter(model=model)
    commonest = refusals.values_list("reason").annotate(times=Count("pk")).order_by("-times", "reason")
    vectors = VectorCoverage.objects.filter(model_name=model.name).aggregate(sum=Sum("stored"))["sum"]
    return ModelState(
        name=model.name,
        dimensions=model.dimensions,
        state=_word(model, current),
        embedding=is_embedding(model),
        vectors=vectors or 0,
        refused=refusals.count(),
        reasons=[reason for reason, _ in commonest[:REASONS]],
    )


def _word(model: EmbeddingModel, current: str | None) -> str:
    if model.name == current:
        return "default"
    return "serving" if model.superseded_at is None else "superseded"
