"""The floor of a scope: what a release must reach on a golden set to be published unasked."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from cogi.corpus.models import Scope
from cogi.evaluation.models.golden import GoldenSet
from cogi.evaluation.relevance.measures import MEASURES


class ReleaseFloor(models.Model):
    scope = models.OneToOneField(Scope, on_delete=models.CASCADE, related_name="relevance_floor")
    # A set that guards a scope goes with the scope, not before.
    golden_set = models.ForeignKey(GoldenSet, on_delete=models.RESTRICT, related_name="floors")
    metric = models.CharField(
        max_length=20, choices=[(name, name) for name in MEASURES], default=next(iter(MEASURES))
    )
    minimum = models.FloatField(
        validators=[MinValueValidator(0.0), MaxValueValidator(1.0)],
        help_text="From 0 to 1. A release below it is published only with --accept-regression.",
    )

    def __str__(self) -> str:
        return f"{self.metric} of at least {self.minimum:g} on {self.golden_set}"
