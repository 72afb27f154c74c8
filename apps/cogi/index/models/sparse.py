"""Tables of the learned sparse engine. Its segments are immutable, like the lexical ones."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models

from cogi.corpus.models import PassageContent, Scope, VisibilityClass
from cogi.index.models.vectors import NAME_LENGTH


class SparseModel(models.Model):
    """A sparse encoder whose weights are stored; ``name`` is the backend's ``model_id``."""

    name = models.CharField(max_length=NAME_LENGTH, unique=True)
    unused_at = models.DateTimeField(
        null=True, editable=False, help_text="Since when no setting names it; its weights are dropped later."
    )

    def __str__(self) -> str:
        return self.name


class SparseWeights(models.Model):
    """The terms of a content and their weights, in units of ``sparse.segments.WEIGHT_UNIT``."""

    model = models.ForeignKey(SparseModel, on_delete=models.CASCADE, related_name="+", db_index=False)
    content = models.ForeignKey(PassageContent, on_delete=models.CASCADE, related_name="+")
    terms = ArrayField(models.TextField())
    units = ArrayField(models.PositiveIntegerField())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["model", "content"], name="cogi_sparse_weights")]

    def __str__(self) -> str:
        return f"weights of content {self.content_id} by model {self.model_id}"


class SparseSegment(models.Model):
    """Contents of one visibility class, numbered by ordinal: ``contents`` are packed int64 ids, ascending."""

    model = models.ForeignKey(SparseModel, on_delete=models.CASCADE, related_name="+")
    visibility = models.ForeignKey(VisibilityClass, on_delete=models.CASCADE, related_name="+")
    key = models.UUIDField(
        default=uuid4,
        editable=False,
        help_text="Names this segment in caches: never used again, unlike an id.",
    )
    contents = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Since when searches read others instead; it is removed soon after.",
    )

    def __str__(self) -> str:
        return f"sparse segment {self.pk} by model {self.model_id}"


class SparseBlock(models.Model):
    """The packed postings of neighbouring terms of a segment, as in ``PostingBlock``."""

    pk = models.CompositePrimaryKey("segment_id", "lexeme")
    segment = models.ForeignKey(
        SparseSegment, on_delete=models.CASCADE, related_name="blocks", db_index=False
    )
    lexeme = models.TextField(db_collation="C")
    last_lexeme = models.TextField(db_collation="C")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.lexeme} to {self.last_lexeme} in sparse segment {self.segment_id}"


class SparseFill(models.Model):
    """Up to which release a model has weighed a scope, with which clearance: the sweep asks often."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.ForeignKey(SparseModel, on_delete=models.CASCADE, related_name="+")
    release_number = models.PositiveIntegerField()
    clearance = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "model"], name="cogi_sparse_fill")]

    def __str__(self) -> str:
        return f"scope {self.scope_id} up to release {self.release_number} by model {self.model_id}"
