"""Filters narrow a search to some pages; they are applied before ranking, so limits stay exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogi.corpus.models import NodeRevision
from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.scopes import ScopeState, held_in


@dataclass(frozen=True, slots=True)
class Filters:
    """What a page must be. Empty fields do not filter; a path prefix is one of uids (``topics/db``)."""

    kinds: tuple[str, ...] = ()
    path_prefix: str = ""

    def __bool__(self) -> bool:
        return bool(self.kinds or self.path_prefix)


def pages_matching(filters: Filters, *, perimeter: Perimeter, scopes: Sequence[ScopeState]) -> frozenset[int]:
    """Return the node ids of the visible pages that ``filters`` let through."""
    revisions = NodeRevision.objects.within(perimeter).filter(held_in(scopes))
    if filters.kinds:
        revisions = revisions.filter(kind__in=filters.kinds)
    if filters.path_prefix:
        revisions = revisions.filter(node__uid__startswith=filters.path_prefix)
    return frozenset(revisions.values_list("node_id", flat=True))
