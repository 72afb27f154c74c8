"""Ways to narrow a search, as links to other questions; narrowing.js draws the same in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogi.retrieval.results import FacetValue, Results, StatedFilter

SHOWN_AT_ONCE = 8

_TITLES = {"kind": "Kind", "scope": "Documentation", "section": "Section", "language": "Language"}
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BARE = re.compile('[^\\s"“”„«»「」『』\uff02]+')


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A value that the results can be narrowed to, with the question and the scope that do so."""

    field: str
    label: str
    count: int
    query: str
    scope: str


@dataclass(frozen=True, slots=True)
class Facet:
    title: str
    values: Sequence[Narrowing]

    @property
    def first(self) -> Sequence[Narrowing]:
        return self.values[:SHOWN_AT_ONCE]

    @property
    def others(self) -> Sequence[Narrowing]:
        return self.values[SHOWN_AT_ONCE:]


def facets_of(results: Results, *, scope: str) -> list[Facet]:
    """Return the facets of ``results``, found in ``scope``, that would leave some pages out."""
    matching = sum(value.count for value in results.facets.get("kind", ()))
    return [
        Facet(title_of(field), list(_narrowings(field, values, results.query, scope)))
        for field, values in results.facets.items()
        if any(value.count < matching for value in values)
    ]


def _narrowings(field: str, values: Sequence[FacetValue], query: str, scope: str) -> Iterator[Narrowing]:
    for each in values:
        if field == "scope":
            yield Narrowing(field, each.value, each.count, query, each.value)
        else:
            narrowed = f"{query} {as_typed(field, each.value)}"
            yield Narrowing(field, label_of(field, each.value), each.count, narrowed, scope)


def title_of(field: str) -> str:
    words = re.sub(r"[_.-]+", " ", field)
    return _TITLES.get(field, words[:1].upper() + words[1:])


def label_of(field: str, value: str) -> str:
    return _CAPITAL.sub(" ", value).lower() if field == "kind" else value


def as_typed(field: str, value: str) -> str:
    """Return the filter as someone would type it into the search box."""
    if _BARE.fullmatch(value):
        return f"{field}:{value}"
    return f'{field}:"{value}"' if '"' not in value else f"{field}:「{value}」"


def filter_label(stated: StatedFilter) -> str:
    """Return what a filter of the question says, in words."""
    what = (
        f"{title_of(stated.field)}: {label_of(stated.field, stated.value)}" if stated.field else stated.value
    )
    return f"Without {what}" if stated.excluded else what


def as_it_was_typed(query: str, corrected: str) -> str:
    """Return ``query`` with those of its words in quotes that ``corrected`` replaces."""
    typed, read = query.split(" "), corrected.split(" ")
    if len(typed) != len(read):
        return query
    return " ".join(own if own == new else f'"{own}"' for own, new in zip(typed, read, strict=True))
