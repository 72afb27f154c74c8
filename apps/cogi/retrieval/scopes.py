"""Which releases of which scopes a search reads; their versions are read first, before anything else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Q

from cogi.corpus.classification import HIGHEST, Classification
from cogi.corpus.models import Release, Scope
from cogi.corpus.models.releases import in_release
from cogi.corpus.perimeter import Perimeter
from cogi.index.reading import ReleaseKey, Synonyms
from cogi.retrieval.errors import HistoryPruned, UnknownScope


@dataclass(frozen=True, slots=True)
class ScopeState:
    """A scope as one request reads it, from beginning to end."""

    id: int
    key: UUID
    slug: str
    locale: str
    language: str
    base_url: str
    version: int
    release_number: int
    clearance: Classification
    synonyms: Synonyms = ()

    @property
    def release(self) -> ReleaseKey:
        return ReleaseKey(
            self.id,
            self.key,
            self.version,
            self.release_number,
            self.clearance,
            self.language,
            self.synonyms,
        )


def read_scopes(
    perimeter: Perimeter, *, slugs: Sequence[str] | None = None, as_of: datetime | None = None
) -> list[ScopeState]:
    """Return the scopes to search: those named, or else the default variant of every visible product.

    Raises:
        UnknownScope: when a named scope is absent or outside the perimeter.
        HistoryPruned: when ``as_of`` lies before the oldest kept release of a scope.
    """
    if not slugs:
        return _states(Scope.objects.within(perimeter).filter(is_default=True), perimeter, as_of)
    states = read_visible_scopes(perimeter, slugs=slugs, as_of=as_of)
    if unknown := set(slugs) - {state.slug for state in states}:
        raise UnknownScope(sorted(slug.replace("\0", "") for slug in unknown))
    return states


def read_visible_scopes(
    perimeter: Perimeter, *, slugs: Sequence[str], as_of: datetime | None = None
) -> list[ScopeState]:
    """Return those of ``slugs`` that are there for the viewer."""
    storable = [slug for slug in slugs if "\0" not in slug]
    return _states(Scope.objects.within(perimeter).filter(slug__in=storable), perimeter, as_of)


def read_scopes_in(
    perimeter: Perimeter, *, languages: Sequence[str], as_of: datetime | None = None
) -> list[ScopeState]:
    """Return the visible products' variants in ``languages``: of the default version, or else of any."""
    visible = list(Scope.objects.within(perimeter))
    spoken = [scope for scope in visible if any(is_variant(scope.locale, each) for each in languages)]
    default = {(scope.product_id, scope.version_label) for scope in visible if scope.is_default}
    current = [scope for scope in spoken if (scope.product_id, scope.version_label) in default]
    covered = {scope.product_id for scope in current}
    others = [scope for scope in spoken if scope.product_id not in covered]
    return _states([*current, *others], perimeter, as_of)


def is_variant(locale: str, language: str) -> bool:
    """Tell whether ``locale`` is ``language`` or a regional form of it."""
    folded = language.casefold()
    return locale == folded or locale.startswith(f"{folded}-")


def _states(found: Iterable[Scope], perimeter: Perimeter, as_of: datetime | None) -> list[ScopeState]:
    rows = list(found)
    numbers = _releases_at(rows, as_of) if as_of else {scope.pk: scope.release_number for scope in rows}
    clearances = dict(perimeter.clearances)
    return [
        ScopeState(
            scope.pk,
            scope.key,
            scope.slug,
            scope.locale,
            scope.language,
            scope.base_url,
            scope.version,
            _readable(scope, numbers.get(scope.pk, 0), clearances[scope.pk]),
            clearances[scope.pk],
            scope.synonyms,
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
    newest = dict(rows.values_list("scope_id").annotate(newest=Max("number")))
    for scope in scopes:
        if scope.pk not in newest:
            _require_whole_history(scope)
    return newest


def _require_whole_history(scope: Scope) -> None:
    oldest = Release.objects.filter(scope=scope).order_by("number").first()
    if oldest is not None and oldest.number > 1:
        raise HistoryPruned(scope.slug, oldest.created_at)
