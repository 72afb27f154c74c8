"""Tables of the dense engine: one vector for each content, class and model."""

from __future__ import annotations

from django.db import models
from pgvector.django import HalfVectorField

from cogi.corpus.models import PassageContent, VisibilityClass


class EmbeddingModel(models.Model):
    """An embedder whose vectors are stored; ``name`` is the backend's ``model_id``."""

    name = models.CharField(max_length=200, unique=True)
    dimensions = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.name


class PassageVector(models.Model):
    """The embedding of a content, once per visibility class so that classes never share a graph.

    A class with many vectors gets a partial HNSW index of its own (``vectors.ensure_hnsw``).
    """

    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="+")
    visibility = models.ForeignKey(
        VisibilityClass, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    content = models.ForeignKey(PassageContent, on_delete=models.CASCADE, related_name="vectors")
    embedding = HalfVectorField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["visibility", "model", "content"], name="cogi_passage_vector")
        ]

    def __str__(self) -> str:
        return f"content {self.content_id} by model {self.model_id}"


class VectorCoverage(models.Model):
    """How much of a class's live contents a model has embedded; kept, since every search reads it."""

    visibility = models.ForeignKey(VisibilityClass, on_delete=models.CASCADE, related_name="+")
    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="+")
    embedded = models.PositiveIntegerField()
    total = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visibility", "model"], name="cogi_vector_coverage")]

    def __str__(self) -> str:
        return f"{self.embedded} of {self.total} by {self.model}"
