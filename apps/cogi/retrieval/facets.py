"""Facet counts over the visible pages that match."""

from __future__ import annotations

from collections.abc import Sequence

from cogi.retrieval.parallel import Outcome
from cogi.retrieval.results import FacetValue
from cogi.retrieval.scopes import ScopeState


def facets(outcome: Outcome, scopes: Sequence[ScopeState]) -> dict[str, list[FacetValue]]:
    """Count the lexically matching pages of each scope, most first."""
    counts = {
        scope_id: count
        for offer in outcome.offers.values()
        for scope_id, count in offer.pages_by_scope.items()
    }
    values = [FacetValue(scope.slug, counts[scope.id]) for scope in scopes if counts.get(scope.id)]
    return {"scope": sorted(values, key=lambda value: (-value.count, value.value))}
