"""Golden sets: questions with the pages that answer them, judged by people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.validators import MaxValueValidator
from django.db import models

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.evaluation.models.visible import measured_within

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter

MAX_GRADE = 100


class GoldenSetQuerySet(models.QuerySet["GoldenSet"]):
    def within(self, perimeter: Perimeter) -> GoldenSetQuerySet:
        return self.filter(measured_within(perimeter))


class GoldenSet(models.Model):
    """Judged questions to one scope, asked as a viewer with ``clearance`` asks them."""

    name = models.SlugField(unique=True, help_text="Names the set in commands, for example support-2026.")
    scope = models.ForeignKey(
        Scope, on_delete=models.CASCADE, related_name="golden_sets", help_text="Where the judged pages are."
    )
    clearance = models.PositiveSmallIntegerField(
        choices=Classification.choices,
        default=Classification.PUBLIC,
        help_text="The questions are asked as by a viewer with this clearance; who has less sees none.",
    )

    objects = GoldenSetQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class GoldenQuery(models.Model):
    """One question. ``key`` names it in files and runs, and stays when the text is mended."""

    golden_set = models.ForeignKey(GoldenSet, on_delete=models.CASCADE, related_name="queries")
    key = models.CharField(max_length=200)
    text = models.CharField(max_length=2000)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "golden queries"
        constraints = [models.UniqueConstraint(fields=["golden_set", "key"], name="cogi_golden_query_key")]

    def __str__(self) -> str:
        return self.text


class Judgement(models.Model):
    """How well a page answers a question: 0 not at all, the more the better."""

    query = models.ForeignKey(GoldenQuery, on_delete=models.CASCADE, related_name="judgements")
    uid = models.CharField(max_length=500)
    grade = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(MAX_GRADE)])

    class Meta:
        ordering = ["-grade", "pk"]
        constraints = [models.UniqueConstraint(fields=["query", "uid"], name="cogi_judgement_page")]

    def __str__(self) -> str:
        return f"{self.uid} {self.grade}"
