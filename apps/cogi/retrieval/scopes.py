"""Which releases of which scopes a search reads; their versions are read first, before anything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max, Q

from cogi.corpus.classification import HIGHEST, Classification
from cogi.corpus.models import Release
from cogi.corpus.models.releases import in_release
from cogi.corpus.perimeter import Perimeter
from cogi.index.reading import ReleaseKey, Synonyms
from cogi.index.statements import Statement, array_literal
from cogi.retrieval.errors import HistoryPruned, UnknownScope


@dataclass(frozen=True, slots=True)
class ScopeState:
    """A scope as one request reads it, from beginning to end.

    ``curation`` names its pins and boosts as they are now, and is never used again; empty without any.
    """

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
    curation: str = ""

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
        rows = _visible(perimeter)
        return _states([row for row in rows if row.is_default], perimeter, as_of)
    states = read_visible_scopes(perimeter, slugs=slugs, as_of=as_of)
    if unknown := set(slugs) - {state.slug for state in states}:
        raise UnknownScope(sorted(slug.replace("\0", "") for slug in unknown))
    return states


def read_visible_scopes(
    perimeter: Perimeter, *, slugs: Sequence[str], as_of: datetime | None = None
) -> list[ScopeState]:
    """Return those of ``slugs`` that are there for the viewer."""
    storable = [slug for slug in slugs if "\0" not in slug]
    return _states(_visible(perimeter, slugs=storable), perimeter, as_of)


def read_scopes_in(
    perimeter: Perimeter, *, languages: Sequence[str], as_of: datetime | None = None
) -> list[ScopeState]:
    """Return the visible products' variants in ``languages``: of the default version, or else of any."""
    visible = _visible(perimeter)
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


class _Row(NamedTuple):
    id: int
    key: str
    product_id: int
    slug: str
    version_label: str
    locale: str
    language: str
    base_url: str
    is_default: bool
    version: int
    release_number: int
    readable_from: int
    curation: str | None
    synonyms: Sequence[Sequence[str]] | None


_READ = Statement(
    "cogi_read_scopes",
    f"""
SELECT json_build_array({", ".join(name for name in _Row._fields if name != "synonyms")},
                        settings -> 'synonyms')::text
  FROM cogi_corpus_scope
 WHERE id = ANY($1::bigint[]) AND ($2::text[] IS NULL OR slug = ANY($2::text[]))
 ORDER BY slug
""",  # noqa: S608 - names of columns
)


def _visible(perimeter: Perimeter, *, slugs: Sequence[str] | None = None) -> list[_Row]:
    """Return the rows of the scopes inside ``perimeter``, of all or of those with ``slugs``."""
    wanted = None if slugs is None else array_literal(slugs)
    return [_Row(*row) for row in _READ.json_rows([array_literal(perimeter.scope_ids), wanted])]


def _states(rows: Sequence[_Row], perimeter: Perimeter, as_of: datetime | None) -> list[ScopeState]:
    numbers = _releases_at(rows, as_of) if as_of else {row.id: row.release_number for row in rows}
    clearances = dict(perimeter.clearances)
    return [
        ScopeState(
            row.id,
            UUID(row.key),
            row.slug,
            row.locale,
            row.language,
            row.base_url,
            row.version,
            _readable(row, numbers.get(row.id, 0), clearances[row.id]),
            clearances[row.id],
            tuple(tuple(group) for group in row.synonyms or ()),
            row.curation or "",
        )
        for row in rows
    ]


def _readable(scope: _Row, number: int, clearance: Classification) -> int:
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


def _releases_at(scopes: Sequence[_Row], moment: datetime) -> Mapping[int, int]:
    ids = [scope.id for scope in scopes]
    rows = Release.objects.filter(scope__in=ids, created_at__lte=moment).order_by()
    newest = dict(rows.values_list("scope_id").annotate(newest=Max("number")))
    for scope in scopes:
        if scope.id not in newest:
            _require_whole_history(scope)
    return newest


def _require_whole_history(scope: _Row) -> None:
    oldest = Release.objects.filter(scope=scope.id).order_by("number").first()
    if oldest is not None and oldest.number > 1:
        raise HistoryPruned(scope.slug, oldest.created_at)
