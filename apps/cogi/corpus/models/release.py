"""A release is one publish of a scope: a number and a Merkle root over what it holds."""

from __future__ import annotations

from django.db import models

from cogi.corpus.models.scope import Scope


class Release(models.Model):
    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="releases")
    number = models.PositiveIntegerField()
    merkle_root = models.BinaryField(max_length=32)
    node_count = models.PositiveIntegerField()
    passage_count = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["scope", "-number"]
        constraints = [models.UniqueConstraint(fields=["scope", "number"], name="cogi_release_number")]

    def __str__(self) -> str:
        return f"{self.scope.slug} release {self.number}"


class MerkleBucket(models.Model):
    """The root of one bucket of the newest release's Merkle tree (``identity.merkle_root``)."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    root = models.BinaryField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "number"], name="cogi_merkle_bucket")]

    def __str__(self) -> str:
        return f"bucket {self.number} of scope {self.scope_id}"
