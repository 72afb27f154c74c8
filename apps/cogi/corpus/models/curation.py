"""Rules by which editors move pages; the database itself counts each change as a new version of the scope."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from cogi.corpus.classification import Classification
from cogi.corpus.models.scope import Scope
from cogi.corpus.visibility import visible_levels
from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter

Rule = TypeVar("Rule", bound=models.Model)
LAST_PLACE = 10
"""The last place that a page can be pinned to."""
LEAST_FACTOR, GREATEST_FACTOR = 0.1, 10.0
_KINDS = [(kind.value, kind.label) for kind in NodeKind if kind not in {*PAGE_PARTS, NodeKind.GROUP}]
_ORDERED = Q(begins_at__isnull=True) | Q(ends_at__isnull=True) | Q(begins_at__lt=F("ends_at"))
_ORDERED_ERROR = "A rule ends after it begins."


class CurationQuerySet(models.QuerySet[Rule]):
    def within(self, perimeter: Perimeter) -> CurationQuerySet[Rule]:
        return self.filter(visible_levels(perimeter))


class CurationRule(models.Model):
    """Holds from ``begins_at`` up to, not including, ``ends_at`` (null: unbounded).

    A trigger on the tables of rules bumps the scope's version and names its ``curation`` anew.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    begins_at = models.DateTimeField("from", null=True, blank=True, help_text="Empty: at once.")
    ends_at = models.DateTimeField("until", null=True, blank=True, help_text="Empty: without end.")
    note = models.CharField(
        max_length=300, blank=True, help_text="Why, for other editors; no reader sees it."
    )
    classification = models.PositiveSmallIntegerField(
        choices=Classification.choices,
        default=Classification.PUBLIC,
        editable=False,
        help_text="The clearance of who wrote it: with less, nobody reads in it what they may not know.",
    )

    class Meta:
        abstract = True


class Pin(CurationRule):
    """Puts the page ``uid`` at ``position`` for the questions that its phrases match.

    It changes nothing for a viewer who may not read the page, or in a release without it.
    """

    class Match(models.TextChoices):
        EXACT = "exact", "is one of the phrases"
        CONTAINS = "contains", "contains one of the phrases"

    uid = models.CharField("page", max_length=500)
    phrases = models.TextField(
        help_text="One to a line. Case, accents, endings such as a plural’s, and words such as “the” make no "
        "difference."
    )
    match = models.CharField("the question", max_length=10, choices=Match.choices, default=Match.EXACT)
    position = models.PositiveSmallIntegerField(
        "place",
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(LAST_PLACE)],
        help_text=f"1 is the first, {LAST_PLACE} the last that a page can be pinned to.",
    )

    objects = CurationQuerySet["Pin"].as_manager()

    class Meta:
        ordering = ["scope", "position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=_ORDERED, name="cogi_pin_ordered", violation_error_message=_ORDERED_ERROR
            ),
            models.CheckConstraint(condition=Q(position__range=(1, LAST_PLACE)), name="cogi_pin_position"),
        ]

    def __str__(self) -> str:
        return f"{self.uid} at place {self.position}"


class Boost(CurationRule):
    """Multiplies the score of the pages that meet all of its conditions, of which it has at least one."""

    path_prefix = models.CharField(
        "path",
        max_length=500,
        blank=True,
        help_text="Pages at this source path and below: topics/db holds topics/db/models, not topics/dbase.",
    )
    kind = models.CharField(max_length=20, blank=True, choices=_KINDS, help_text="Empty: of whatever kind.")
    metadata_key = models.CharField(
        max_length=100, blank=True, help_text="A key of the pages’ front matter, for example status."
    )
    metadata_value = models.CharField(max_length=100, blank=True, help_text="Its value, for example stable.")
    factor = models.FloatField(
        validators=[MinValueValidator(LEAST_FACTOR), MaxValueValidator(GREATEST_FACTOR)],
        help_text="Above 1 moves pages up, below 1 down; 1.2 is felt, 2 is much.",
    )

    objects = CurationQuerySet["Boost"].as_manager()

    class Meta:
        ordering = ["scope", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=_ORDERED, name="cogi_boost_ordered", violation_error_message=_ORDERED_ERROR
            ),
            models.CheckConstraint(
                condition=Q(factor__range=(LEAST_FACTOR, GREATEST_FACTOR)), name="cogi_boost_factor"
            ),
            models.CheckConstraint(
                condition=~Q(path_prefix="", kind="", metadata_key=""),
                name="cogi_boost_condition",
                violation_error_message="Say which pages: a path, a kind, or a metadata key and its value.",
            ),
            models.CheckConstraint(
                condition=Q(metadata_key="", metadata_value="")
                | (~Q(metadata_key="") & ~Q(metadata_value="")),
                name="cogi_boost_metadata",
                violation_error_message="Give both a metadata key and its value, or neither.",
            ),
        ]

    def __str__(self) -> str:
        metadata = f"{self.metadata_key}:{self.metadata_value}" if self.metadata_key else ""
        return f"{' '.join(filter(None, [self.path_prefix, self.kind, metadata]))} × {self.factor:g}"
