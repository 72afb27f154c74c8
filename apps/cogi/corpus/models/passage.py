"""Passages are places; their content is stored once per hash, however many places share it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models

from cogi.corpus.classification import Classification
from cogi.corpus.models.node import Node
from cogi.corpus.models.releases import ReleaseRanged, ended_index, in_release
from cogi.corpus.models.scope import Scope
from cogi.corpus.visibility import visible_classes

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter


class PassageContent(models.Model):
    """One rendition of a passage's words, keyed by the SHA-256 of its canonical form.

    The heading trail is part of the content, since it is indexed and embedded with the text; so is the
    language, since it decides the analysis.
    """

    digest = models.BinaryField(max_length=32, unique=True)
    language = models.CharField(max_length=30)
    trail = ArrayField(models.TextField())
    text = models.TextField()

    def __str__(self) -> str:
        return " › ".join(self.trail)


class VisibilityClassQuerySet(models.QuerySet["VisibilityClass"]):
    def within(self, perimeter: Perimeter) -> VisibilityClassQuerySet:
        return self.filter(visible_classes(perimeter))


class VisibilityClass(models.Model):
    """The range of clearances ``[low, high]`` in a scope that sees a rendition."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="visibility_classes")
    low = models.PositiveSmallIntegerField(choices=Classification.choices)
    high = models.PositiveSmallIntegerField(choices=Classification.choices)

    objects = VisibilityClassQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "low", "high"], name="cogi_visibility_class"),
            models.CheckConstraint(
                condition=models.Q(low__lte=models.F("high")), name="cogi_visibility_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_low_display()}–{self.get_high_display()}"


class PassageQuerySet(models.QuerySet["Passage"]):
    def within(self, perimeter: Perimeter) -> PassageQuerySet:
        return self.filter(visibility__in=VisibilityClass.objects.within(perimeter))

    def as_of(self, release_number: int | None = None) -> PassageQuerySet:
        return self.filter(in_release(release_number))


class Passage(ReleaseRanged):
    """A place in a node that shows one rendition of a text. ``page`` is the node that results group by.

    The rendition of the highest clearance carries ``spans`` ``[[start, end, level], …]``, from which
    the others can be made anew.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    node = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="passages")
    page = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="+")
    visibility = models.ForeignKey(VisibilityClass, on_delete=models.CASCADE, related_name="passages")
    content = models.ForeignKey(
        PassageContent, on_delete=models.PROTECT, related_name="places", db_index=False
    )
    ordinal = models.PositiveIntegerField()
    anchor = models.CharField(max_length=500, blank=True)
    spans = models.JSONField(default=list)

    objects = PassageQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["scope", "valid_from"], name="cogi_passage_scope"),
            # Versions and locales share contents: the nearest ones lead to their places in one class.
            models.Index(fields=["content", "visibility"], name="cogi_passage_places"),
            ended_index("cogi_passage_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.node_id}#{self.ordinal}"
