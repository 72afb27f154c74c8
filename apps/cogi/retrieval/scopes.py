"""Which releases of which scopes a search reads; their versions are read first, before anything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Q

from cogi.corpus.classification import HIGHEST, Classification
from cogi.corpus.models import Release, Scope
from cogi.corpus.models.releases import in_release
from cogi.corpus.perimeter import Perimeter
from cogi.index.reading import ReleaseKey
from cogi.retrieval.errors import UnknownScope


@dataclass(frozen=True, slots=True)
class ScopeState:
    """A scope as one request reads it, from beginning to end."""

    id: int
    key: UUID
    slug: str
    language: str
    base_url: str
    version: int
    release_number: int
    clearance: Classification

    @property
    def release(self) -> ReleaseKey:
        return ReleaseKey(self.id, self.key, self.version, self.release_number, self.clearance, self.language)


def read_scopes(
    perimeter: Perimeter, *, slugs: Sequence[str] | None = None, as_of: datetime | None = None
) -> list[ScopeState]:
    """Return the scopes to search: those named, or else the default variant of every visible product.

    Raises:
        UnknownScope: when a named scope is absent or outside the perimeter.
    """
    if slugs and any("\0" in slug for slug in slugs):
        raise UnknownScope(sorted(slug.replace("\0", "") for slug in slugs))
    visible = Scope.objects.within(perimeter)
    rows = list(visible.filter(slug__in=slugs) if slugs else visible.filter(is_default=True))
    if slugs and (unknown := set(slugs) - {scope.slug for scope in rows}):
        raise UnknownScope(sorted(unknown))
    numbers = _releases_at(rows, as_of) if as_of else {scope.pk: scope.release_number for scope in rows}
    clearances = dict(perimeter.clearances)
    return [
        ScopeState(
            scope.pk,
            scope.key,
            scope.slug,
            scope.language,
            scope.base_url,
            scope.version,
            _readable(scope, numbers.get(scope.pk, 0), clearances[scope.pk]),
            clearances[scope.pk],
        )
        for scope in rows
    ]


def _readable(scope: Scope, number: int, clearance: Classification) -> int:
    """Return the release to read: not one from before something in it was classified higher."""
    if clearance == HIGHEST or number >= scope.readable_from:
        return number
    return scope.readable_from


def held_in(scopes: Sequence[ScopeState]) -> Q:
    """Filter release-ranged rows to those that hold in the release that each scope is read at."""
    query = Q(pk__in=())
    for scope in scopes:
        query |= Q(scope_id=scope.id) & in_release(scope.release_number)
    return query


def _releases_at(scopes: Sequence[Scope], moment: datetime) -> Mapping[int, int]:
    rows = Release.objects.filter(scope__in=scopes, created_at__lte=moment).order_by()
    return dict(rows.values_list("scope_id").annotate(newest=Max("number")))
