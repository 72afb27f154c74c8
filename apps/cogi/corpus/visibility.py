"""Turns a perimeter into SQL filters; what it does not name is not matched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter


def visible_classes(perimeter: Perimeter) -> Q:
    """Filter visibility classes: those whose range of clearances holds the viewer's."""
    return _any_of(
        Q(scope_id__in=scope_ids, low__lte=clearance, high__gte=clearance)
        for clearance, scope_ids in perimeter.by_clearance().items()
    )


def visible_levels(perimeter: Perimeter) -> Q:
    """Filter classified rows (``scope``, ``classification``): those at or below the viewer's level."""
    return _any_of(
        Q(scope_id__in=scope_ids, classification__lte=clearance)
        for clearance, scope_ids in perimeter.by_clearance().items()
    )


def _any_of(branches: Iterable[Q]) -> Q:
    # An empty OR would match every row; a viewer who sees nothing must match none.
    query = Q(pk__in=())
    for branch in branches:
        query |= branch
    return query
