"""Page tables: what filters and facets ask of a release's pages, as one clearance sees them. Immutable."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from uuid import UUID

import numpy as np
from django.db.models import F, Func, TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.text import slugify
from numpy.typing import NDArray

from cogi.corpus.classification import Classification
from cogi.corpus.models import Node, NodeRevision
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind
from cogi.index.caching import BoundedCache
from cogi.retrieval.columns import Coding, Column, Mask, Paths, members_of
from cogi.retrieval.conf import conf
from cogi.retrieval.scopes import ScopeState, held_in

_UNSHARED = ("path", "title", "description")
"""Metadata that names or describes one page, which nobody narrows a search by."""


@dataclass(frozen=True)
class PageTable:
    """The pages (n,) of one release that one clearance sees, in the order of their node ids."""

    nodes: NDArray[np.int64]
    paths: Paths
    kinds: Column
    sections: Column
    metadata: Mapping[str, Column]

    @property
    def size(self) -> int:
        return int(self.nodes.size)

    def select(self, nodes: NDArray[np.int64]) -> Mask:
        """Return which pages (n,) are among ``nodes``; others, such as another scope's, are passed over."""
        selected = np.zeros(self.size, np.bool_)
        if self.size:
            places = np.minimum(np.searchsorted(self.nodes, nodes), self.size - 1)
            selected[places[self.nodes[places] == nodes]] = True
        return selected

    def below(self, path: str) -> Mask:
        """Return which pages (n,) lie at ``path`` or below it."""
        mask = np.zeros(self.size, np.bool_)
        mask[self.paths.below(path)] = True
        return mask

    @cached_property
    def cells(self) -> int:
        """A measure of what the table keeps in memory."""
        columns = (self.kinds, self.sections, *self.metadata.values())
        return 2 * self.size + sum(column.rows.size + len(column.values) for column in columns)


_tables: BoundedCache[tuple[UUID, int, Classification], PageTable] = BoundedCache(
    capacity=lambda: conf.page_table_cells, size=lambda table: table.cells
)


def page_table(state: ScopeState, *, perimeter: Perimeter) -> PageTable:
    """Return the table of the release that ``state`` reads: what ``perimeter`` shows of it, and no more."""
    key = (state.key, state.release_number, state.clearance)
    table = _tables.get(key)
    if table is None:
        table = _load(state, perimeter)
        _tables.put(key, table)
    return table


def _load(state: ScopeState, perimeter: Perimeter) -> PageTable:
    rows = list(
        NodeRevision.objects.within(perimeter)
        .filter(held_in([state]))
        .exclude(kind__in=PAGE_PARTS)
        .order_by("node_id")
        .annotate(source=KT("metadata__path"), stated=_stated())
        .values_list("node_id", "kind", "title", "node__uid", "node__path", "source", "stated")
    )
    pages = [row for row in rows if row[1] != NodeKind.GROUP]
    return PageTable(
        nodes=np.array([page[0] for page in pages], np.int64),
        paths=Paths.of(source or uid for *_, uid, _, source, _ in pages),
        kinds=_kinds(page[1] for page in pages),
        sections=_sections({row[4]: (row[2], row[3]) for row in rows}, [page[4] for page in pages]),
        metadata=_metadata([page[6] for page in pages]),
    )


def _stated() -> Cast:
    """The metadata as JSON without what differs from page to page, so that it is often the same."""
    shared = Func(
        F("metadata"), Value(list(_UNSHARED)), template="(%(expressions)s::text[])", arg_joiner=" - "
    )
    return Cast(shared, TextField())


def _metadata(stated: Sequence[str]) -> dict[str, Column]:
    fields: dict[str, Coding] = defaultdict(Coding)
    read = cache(json.loads)
    for row, text in enumerate(stated):
        for key, value in read(text).items():
            for member in members_of(value):
                fields[key.casefold()].add(row, member)
    return {key: coding.column() for key, coding in fields.items()}


def _kinds(kinds: Iterable[str]) -> Column:
    coding = Coding()
    for row, kind in enumerate(kinds):
        coding.add(row, kind)
    return coding.column()


def _sections(places: Mapping[str, tuple[str, str]], pages: Sequence[str]) -> Column:
    """Return the section of each page: what it stands in on the first level that has several places.

    ``places`` are ``(title, uid)`` by tree path. A place without pages below it is no section.
    """
    depth = _first_fork(pages)
    inside = {path[:depth] for path in pages if len(path) > depth} & places.keys()
    aliases: dict[str, list[str]] = defaultdict(list)
    for path in inside:
        title, uid = places[path]
        aliases[title] += [slugify(title, allow_unicode=True), uid, uid.removesuffix("/index")]
    coding = Coding()
    for row, path in enumerate(pages):
        if path[:depth] in inside:
            coding.add(row, places[path[:depth]][0])
    return coding.column(aliases)


def _first_fork(paths: Sequence[str]) -> int:
    """Return the length of the tree paths on the first level where more than one place holds pages."""
    step: int = Node.steplen
    depth = 2 * step
    while len(level := {path[:depth] for path in paths if len(path) >= depth}) == 1:
        depth += step
    return depth if level else 2 * step
