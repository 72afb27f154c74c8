"""Tables of the dense engine: one vector for each content, class and model."""

from __future__ import annotations

from django.db import models
from pgvector.django import HalfVectorField

from cogi.corpus.models import PassageContent, VisibilityClass

NAME_LENGTH = 200


class EmbeddingModel(models.Model):
    """An embedder whose vectors are stored; ``name`` is the backend's ``model_id``."""

    name = models.CharField(max_length=NAME_LENGTH, unique=True)
    dimensions = models.PositiveIntegerField()
    superseded_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Since when another model knows all that this one does; its vectors are dropped later.",
    )

    def __str__(self) -> str:
        return self.name


class PassageVector(models.Model):
    """The embedding of a content, once per visibility class so that classes never share a graph.

    A class with many vectors gets a partial HNSW index of its own (``hnsw.ensure_hnsw``).
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
    """How much of a class a model knows; kept, since every search reads it.

    ``total`` counts the live passages less those that the model refused, ``embedded`` those of them that
    have a vector, ``stored`` the class's vectors, also of passages that only older releases hold. The
    model stands by its name: a publish that registered a model would make others wait for its end.
    """

    visibility = models.ForeignKey(VisibilityClass, on_delete=models.CASCADE, related_name="+")
    model_name = models.CharField(max_length=NAME_LENGTH)
    embedded = models.PositiveIntegerField()
    total = models.PositiveIntegerField()
    stored = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["visibility", "model_name"], name="cogi_vector_coverage")
        ]

    def __str__(self) -> str:
        return f"{self.embedded} of {self.total} by {self.model_name}"


class EmbeddingRefusal(models.Model):
    """A content that a model did not take; it is not asked for again before ``retry_at``."""

    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="refusals")
    content = models.ForeignKey(PassageContent, on_delete=models.CASCADE, related_name="+")
    reason = models.TextField()
    attempts = models.PositiveSmallIntegerField(default=1)
    retry_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["model", "content"], name="cogi_embedding_refusal")]

    def __str__(self) -> str:
        return f"content {self.content_id} refused by {self.model_id}: {self.reason}"
