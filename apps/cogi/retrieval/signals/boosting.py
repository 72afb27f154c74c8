"""Boosts: an editor's factor for the pages that meet a rule's conditions, in the time in which it holds."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from uuid import UUID

from django.utils import timezone

from cogi.corpus.classification import Classification
from cogi.index.caching import BoundedCache
from cogi.retrieval.columns import Mask
from cogi.retrieval.filtering import matching
from cogi.retrieval.page_table import PageTable
from cogi.retrieval.scopes import ScopeState
from cogi.retrieval.signals.head import Head, Said
from cogi.retrieval.signals.rules import BoostRule, curation_of

MOST_CELLS = 4_000_000
"""Pages times rules, as many of each as a process remembers which page meets which rule."""
_masks: BoundedCache[tuple[UUID, str, int, Classification, int], Mask] = BoundedCache(
    capacity=lambda: MOST_CELLS, size=lambda mask: mask.size + 1
)


def boosts(head: Head) -> Mapping[int, Said]:
    """Multiply the factors of all boosts of a page. A past that is read with ``as_of`` has none."""
    now = timezone.now()
    rules = {
        scope.id: [boost for boost in curation_of(scope).boosts if boost.term.holds(now)]
        for scope in head.asked.scopes
        if head.asked.as_of is None
    }
    if not any(rules.values()):
        return {}
    said: dict[int, Said] = {}
    for page_id, place in head.places.items():
        own = [rule for rule in rules[place.scope.id] if _meets(rule, place.table, place.scope)[place.row]]
        if own:
            said[page_id] = Said(prod(rule.factor for rule in own), ", ".join(rule.name for rule in own))
    return said


def _meets(rule: BoostRule, table: PageTable, scope: ScopeState) -> Mask:
    """Return which pages (n,) of ``table`` meet the conditions of ``rule``."""
    key = (scope.key, scope.curation, scope.release_number, scope.clearance, rule.id)
    mask = _masks.get(key)
    if mask is None:
        mask = matching(rule.conditions, table, scope)
        _masks.put(key, mask)
    return mask
