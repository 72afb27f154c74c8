"""Which rows of a scope, measured or judged at a clearance, a viewer may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter


def measured_within(perimeter: Perimeter) -> Q:
    """Filter rows with ``scope`` and ``clearance``: what a clearance finds tells of what it sees."""
    query = Q(pk__in=())
    for clearance, scope_ids in perimeter.by_clearance().items():
        query |= Q(scope__in=scope_ids, clearance__lte=clearance)
    return query
