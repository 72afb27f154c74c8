"""Rows that hold in a half-open range of releases."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


def in_release(number: int | None) -> Q:
    """Filter rows that hold in release ``number`` of their scope; ``None`` is the newest."""
    still_holds = Q(valid_to__isnull=True)
    if number is None:
        return still_holds
    return Q(valid_from__lte=number) & (still_holds | Q(valid_to__gt=number))


def ended_index(name: str) -> models.Index:
    """Finds the rows that hold no longer, which pruning looks for; they are few beside those that do."""
    return models.Index(fields=["scope", "valid_to"], condition=Q(valid_to__isnull=False), name=name)


class ReleaseRanged(models.Model):
    """Holds from release ``valid_from`` up to, not including, ``valid_to`` (null: still holds)."""

    valid_from = models.PositiveIntegerField()
    valid_to = models.PositiveIntegerField(null=True)

    class Meta:
        abstract = True
