"""Page tables: what filters and facets ask of a release's pages, as one clearance sees them. Immutable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

import numpy as np
from django.utils.text import slugify
from numpy.typing import NDArray

from cogi.corpus.classification import Classification
from cogi.corpus.models import Node, NodeRevision
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind
from cogi.index.caching import BoundedCache
from cogi.retrieval.conf import conf
from cogi.retrieval.scopes import ScopeState, held_in

LONGEST_VALUE = 100
"""Characters of a metadata value that can be filtered by; a longer one is prose, such as a description."""

Mask = NDArray[np.bool_]
Rows = NDArray[np.int32]


@dataclass(frozen=True)
class Column:
    """The values of one field: page ``rows[i]`` has ``values[codes[i]]``; it may have several, or none.

    ``names`` are the codes by every case-folded name that a value goes by.
    """

    values: tuple[str, ...]
    rows: Rows
    codes: Rows
    names: Mapping[str, frozenset[int]]

    @classmethod
    def of(
        cls, pairs: Sequence[tuple[int, str]], *, aliases: Mapping[str, Iterable[str]] | None = None
    ) -> Column:
        codes: dict[str, int] = {}
        coded = [codes.setdefault(value, len(codes)) for _, value in pairs]
        names: dict[str, set[int]] = defaultdict(set)
        for value, code in codes.items():
            for name in (value, *(aliases or {}).get(value, ())):
                names[name.casefold()].add(code)
        return cls(
            tuple(codes),
            np.array([row for row, _ in pairs], np.int32),
            np.array(coded, np.int32),
            {name: frozenset(own) for name, own in names.items()},
        )

    def count(self, selected: Mask) -> Iterator[tuple[str, int]]:
        """Yield each value that the ``selected`` pages (n,) have, and how many of them."""
        counts = np.bincount(self.codes[selected[self.rows]], minlength=len(self.values))
        for code in np.flatnonzero(counts):
            yield self.values[code], int(counts[code])

    def having(self, value: str, *, size: int) -> Mask:
        """Return which of the ``size`` pages have ``value``, whatever its case."""
        mask = np.zeros(size, np.bool_)
        for code in self.names.get(value.casefold(), ()):
            mask[self.rows[self.codes == code]] = True
        return mask


@dataclass(frozen=True)
class PageTable:
    """The pages (n,) of one release that one clearance sees, in the order of their node ids."""

    nodes: NDArray[np.int64]
    paths: tuple[str, ...]
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
        """Return which pages (n,) lie at ``path`` or below it, by whole segments."""
        inside = [own == path or own.startswith(f"{path}/") for own in self.paths]
        return np.array(inside, np.bool_)

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
        .values_list("node_id", "kind", "title", "node__uid", "node__path", "metadata")
    )
    pages = [row for row in rows if row[1] != NodeKind.GROUP]
    metadata: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row, page in enumerate(pages):
        for name, value in _stated(page[5]):
            metadata[name].append((row, value))
    return PageTable(
        nodes=np.array([page[0] for page in pages], np.int64),
        paths=tuple(str(page[5].get("path", page[3])) for page in pages),
        kinds=Column.of([(row, page[1]) for row, page in enumerate(pages)]),
        sections=_sections({row[4]: (row[2], row[3]) for row in rows}, [page[4] for page in pages]),
        metadata={name: Column.of(pairs) for name, pairs in metadata.items()},
    )


def _stated(metadata: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the metadata that can be filtered by: short values, and the members of lists, by folded key."""
    for key, value in metadata.items():
        members = dict.fromkeys(map(_text, value if isinstance(value, list) else [value]))
        for member in members:
            if 0 < len(member) <= LONGEST_VALUE:
                yield key.casefold(), member


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip() if isinstance(value, str | int | float) else ""


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
    pairs = [(row, places[path[:depth]][0]) for row, path in enumerate(pages) if path[:depth] in inside]
    return Column.of(pairs, aliases=aliases)


def _first_fork(paths: Sequence[str]) -> int:
    """Return the length of the tree paths on the first level where more than one place holds pages."""
    step: int = Node.steplen
    depth = 2 * step
    while len(level := {path[:depth] for path in paths if len(path) >= depth}) == 1:
        depth += step
    return depth if level else 2 * step
