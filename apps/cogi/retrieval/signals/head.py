"""The pages that signals look at, with what they state of themselves as the viewer may read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.classifying.classify import Classified
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.interpreting import Interpretation
from cogi.retrieval.mentions import Mentions
from cogi.retrieval.page_table import PageTable, page_table
from cogi.retrieval.scopes import ScopeState


class Said(NamedTuple):
    """What a signal says of a page: by what its odds are multiplied, and why."""

    factor: float
    because: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands in the table of its scope."""

    scope: ScopeState
    table: PageTable
    row: int


@dataclass(frozen=True)
class Head:
    """The best pages of a search, and the question.

    No statement for them runs beyond ``limit`` (``time.monotonic()`` seconds).
    """

    pages: Sequence[FusedPage]
    asked: Interpretation
    classified: Classified | None
    mentions: Mentions
    perimeter: Perimeter
    limit: float

    @cached_property
    def tables(self) -> Sequence[tuple[ScopeState, PageTable]]:
        return [(scope, page_table(scope, perimeter=self.perimeter)) for scope in self.asked.scopes]

    @cached_property
    def places(self) -> Mapping[int, Place]:
        """The place of each page, by its id."""
        ids = np.array([page.page_id for page in self.pages], np.int64)
        found: dict[int, Place] = {}
        for scope, table in self.tables:
            if not table.size:
                continue
            rows = np.minimum(np.searchsorted(table.nodes, ids), table.size - 1)
            for page_id, row in zip(ids.tolist(), rows.tolist(), strict=True):
                if table.nodes[row] == page_id:
                    found[page_id] = Place(scope, table, row)
        return found

    def stated(self, *keys: str) -> dict[int, list[str]]:
        """Return the values of the first of the metadata ``keys`` (in lower case) that a page has."""
        if not any(key in table.metadata for _, table in self.tables for key in keys):
            return {}
        found = {}
        for page_id, place in self.places.items():
            columns = (place.table.metadata[key] for key in keys if key in place.table.metadata)
            values = next((values for column in columns if (values := column.of(place.row))), None)
            if values:
                found[page_id] = values
        return found


Signal = Callable[[Head], Mapping[int, Said]]
"""What is said of some of the pages, by page id."""
