"""Filters narrow a search to some pages; they are applied before ranking, so limits stay exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.columns import Mask
from cogi.retrieval.fields import KIND, LANGUAGE, PATH, SCOPE, SECTION, Condition, clean_path
from cogi.retrieval.page_table import PageTable, page_table
from cogi.retrieval.scopes import ScopeState, is_variant


@dataclass(frozen=True, slots=True)
class Filters:
    """What a page must be. Empty fields do not filter.

    A path prefix stands for whole segments of source paths: ``topics/db`` holds ``topics/db/models`` and
    not ``topics/dbase``. A language is a locale (``pt`` holds ``pt-br``), a section the title or the name
    of a top-level one, ``metadata`` are ``(key, value)`` pairs, all of which a page must have; of the other
    fields' values it must have one.
    """

    kinds: tuple[str, ...] = ()
    path_prefix: str = ""
    languages: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.conditions)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        path = clean_path(self.path_prefix)
        return (
            *(Condition(KIND, kind) for kind in self.kinds),
            *([Condition(PATH, path)] if path else []),
            *(Condition(LANGUAGE, language) for language in self.languages),
            *(Condition(SECTION, section) for section in self.sections),
            *(Condition(key.casefold(), value) for key, value in self.metadata),
        )


def pages_matching(
    filters: Sequence[Sequence[Condition]], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> frozenset[int]:
    """Return the node ids of the visible pages that every one of ``filters`` lets through."""
    found: list[int] = []
    for state in scopes:
        table = page_table(state, perimeter=perimeter)
        mask = np.ones(table.size, np.bool_)
        for conditions in filters:
            mask &= matching(conditions, table, state)
        found += table.nodes[mask].tolist()
    return frozenset(found)


def matching(conditions: Sequence[Condition], table: PageTable, state: ScopeState) -> Mask:
    """Return which pages (n,) of ``table``, the one of ``state``, meet ``conditions``."""
    mask = np.ones(table.size, np.bool_)
    for (field, excluded), group in groupby(sorted(conditions, key=_group), key=_group):
        masks = [_having(field, condition.value, table, state) for condition in group]
        # A page has one kind, path and so on: two values of those mean either, two tags mean both.
        alike = (
            np.logical_or if excluded or field in _PAGE_FIELDS or field in _SCOPE_FIELDS else np.logical_and
        )
        together = alike.reduce(masks)
        mask &= ~together if excluded else together
    return mask


def _group(condition: Condition) -> tuple[str, bool]:
    return condition.field, condition.excluded


def _having(field: str, value: str, table: PageTable, state: ScopeState) -> Mask:
    if field in _SCOPE_FIELDS:
        return np.full(table.size, _SCOPE_FIELDS[field](state, value), np.bool_)
    if field in _PAGE_FIELDS:
        return _PAGE_FIELDS[field](table, value)
    column = table.metadata.get(field)
    return column.having(value, size=table.size) if column else np.zeros(table.size, np.bool_)


_SCOPE_FIELDS: Mapping[str, Callable[[ScopeState, str], bool]] = {
    SCOPE: lambda state, value: state.slug == value,
    LANGUAGE: lambda state, value: is_variant(state.locale, value),
}
_PAGE_FIELDS: Mapping[str, Callable[[PageTable, str], Mask]] = {
    KIND: lambda table, value: table.kinds.having(value, size=table.size),
    PATH: PageTable.below,
    SECTION: lambda table, value: table.sections.having(value, size=table.size),
}
