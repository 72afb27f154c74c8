"""Bi-temporal facts: nothing is overwritten, and the database refuses two truths at one time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import Exists, Min, OuterRef, Q

from cogi.corpus.classification import Classification
from cogi.corpus.models.node import Node
from cogi.corpus.models.passage import Passage
from cogi.corpus.models.scope import Scope
from cogi.corpus.visibility import visible_levels

if TYPE_CHECKING:
    from datetime import datetime

    from cogi.corpus.perimeter import Perimeter


class FactQuerySet(models.QuerySet["Fact"]):
    def within(self, perimeter: Perimeter) -> FactQuerySet:
        return self.filter(visible_levels(perimeter))

    def believed(self, known_at: datetime | None = None) -> FactQuerySet:
        """Facts that the system believed at ``known_at`` (transaction time); ``None`` is now."""
        if known_at is None:
            return self.filter(recorded__upper_inf=True)
        return self.filter(recorded__contains=known_at)

    def true_at(self, valid_at: datetime) -> FactQuerySet:
        """Facts that hold in the world at ``valid_at`` (valid time)."""
        return self.filter(valid__contains=valid_at)

    def holding(
        self, perimeter: Perimeter, *, valid_at: datetime, known_at: datetime | None = None
    ) -> FactQuerySet:
        """Facts true at ``valid_at`` as believed at ``known_at``; of a functional predicate, the most
        classified one that the viewer may see."""
        above = Fact.objects.filter(
            subject=OuterRef("subject"),
            item=OuterRef("item"),
            predicate=OuterRef("predicate"),
            classification__gt=OuterRef("classification"),
            functional=True,
        )
        above = above.within(perimeter).believed(known_at).true_at(valid_at)
        seen = self.within(perimeter).believed(known_at).true_at(valid_at)
        return seen.exclude(Q(functional=True) & Exists(above))

    def next_change(self, after: datetime) -> datetime | None:
        """Return the first moment after ``after`` at which a believed fact begins or ceases to hold."""
        moments = self.believed().aggregate(
            begin=Min("valid__startswith", filter=Q(valid__startswith__gt=after)),
            end=Min("valid__endswith", filter=Q(valid__endswith__gt=after)),
        )
        return min((moment for moment in moments.values() if moment), default=None)


class Fact(models.Model):
    """``subject`` ``predicate`` ``object`` or ``value``, true in ``valid``, believed in ``recorded``.

    ``item`` names a part of the subject that has no node of its own, such as a row of a table.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="facts")
    subject = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="facts")
    item = models.CharField(
        max_length=200, blank=True, default="", help_text="The part of the subject that is spoken of."
    )
    predicate = models.CharField(max_length=100)
    object = models.ForeignKey(Node, on_delete=models.CASCADE, null=True, related_name="+")
    value = models.JSONField(null=True)
    functional = models.BooleanField(default=False, help_text="The predicate has one value at a time.")
    classification = models.PositiveSmallIntegerField(
        choices=Classification.choices, default=Classification.PUBLIC
    )
    source = models.ForeignKey(Passage, on_delete=models.SET_NULL, null=True, related_name="+")
    provenance = models.CharField(max_length=50, default="ingest")
    valid = DateTimeRangeField()
    recorded = DateTimeRangeField()

    objects = FactQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(object__isnull=True) ^ Q(value__isnull=True), name="cogi_fact_object_or_value"
            ),
            ExclusionConstraint(
                name="cogi_fact_no_overlap",
                index_type="gist",
                expressions=[
                    ("subject", RangeOperators.EQUAL),
                    ("item", RangeOperators.EQUAL),
                    ("predicate", RangeOperators.EQUAL),
                    ("classification", RangeOperators.EQUAL),
                    ("valid", RangeOperators.OVERLAPS),
                    ("recorded", RangeOperators.OVERLAPS),
                ],
                condition=Q(functional=True),
            ),
        ]
        indexes = [models.Index(fields=["scope", "predicate"], name="cogi_fact_predicate")]

    def __str__(self) -> str:
        return f"{self.subject_id} {self.predicate}"
