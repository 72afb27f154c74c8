"""Runs are records: what was measured, of which release, with which configuration. None is ever changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.evaluation.models.golden import GoldenSet
from cogi.evaluation.models.visible import measured_within

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter

Scores = Mapping[str, Mapping[str, float]]
"""Values by metric, by engine (means) or by query."""


class RunQuerySet(models.QuerySet["EvaluationRun"]):
    def within(self, perimeter: Perimeter) -> RunQuerySet:
        return self.filter(measured_within(perimeter))

    def summaries(self) -> RunQuerySet:
        return self.defer("questions", "scores", "rankings")


class EvaluationRun(models.Model):
    """One collection or golden set, measured once.

    ``name`` is shared by what one command measured together. ``means`` are values by engine and metric;
    ``questions`` texts by query; ``scores`` values by engine, query and metric; ``rankings`` the best
    pages' uids by engine and query; ``degraded`` the names of what was missing for some queries, by engine.
    The scope may be gone; ``scope_slug`` says which it was.
    """

    name = models.CharField(max_length=100)
    collection = models.CharField(max_length=200)
    golden_set = models.ForeignKey(GoldenSet, on_delete=models.SET_NULL, null=True, related_name="runs")
    scope = models.ForeignKey(Scope, on_delete=models.SET_NULL, null=True, related_name="evaluation_runs")
    scope_slug = models.CharField("scope name", max_length=150)
    clearance = models.PositiveSmallIntegerField(
        choices=Classification.choices, default=Classification.PUBLIC
    )
    release_number = models.PositiveIntegerField("release")
    configuration = models.JSONField(default=dict)
    means = models.JSONField(default=dict)
    questions = models.JSONField(default=dict)
    scores = models.JSONField(default=dict)
    rankings = models.JSONField(default=dict)
    degraded = models.JSONField(default=dict)
    created_at = models.DateTimeField("measured", default=timezone.now)
    seconds = models.FloatField()

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["name", "collection"], name="cogi_run_collection")]
        indexes = [models.Index(fields=["collection", "created_at"], name="cogi_run_over_time")]

    def __str__(self) -> str:
        return f"{self.name} ({self.collection})"
