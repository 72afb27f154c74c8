"""Facet counts over the visible pages that match: exact, whatever the number of hits that are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.columns import Mask
from cogi.retrieval.conf import conf
from cogi.retrieval.fields import FIELDS, KIND, LANGUAGE, SCOPE, SECTION
from cogi.retrieval.page_table import PageTable, page_table
from cogi.retrieval.results import FacetValue
from cogi.retrieval.scopes import ScopeState


def facets(
    pages: NDArray[np.int64], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> dict[str, list[FacetValue]]:
    """Count ``pages`` (node ids) by kind, scope, section, language and ``COGI_FACET_METADATA``.

    The values of a facet come with the highest count first, at most ``COGI_FACET_VALUES`` of them. A
    metadata key that none of the pages has is left out.
    """
    counts: dict[str, Counter[str]] = {field: Counter() for field in (KIND, SCOPE, SECTION, LANGUAGE)}
    for state in scopes:
        table = page_table(state, perimeter=perimeter)
        selected = table.select(pages)
        found = int(np.count_nonzero(selected))
        if found:
            counts[SCOPE][state.slug] += found
            counts[LANGUAGE][state.locale] += found
            for field, value, count in _by_column(table, selected):
                counts.setdefault(field, Counter())[value] += count
    return {field: _most_first(counter) for field, counter in counts.items()}


def _by_column(table: PageTable, selected: Mask) -> Iterator[tuple[str, str, int]]:
    columns = {KIND: table.kinds, SECTION: table.sections}
    for key in conf.facet_metadata:
        column = table.metadata.get(key.casefold())
        if column is not None and key not in FIELDS:
            columns[key] = column
    for field, column in columns.items():
        for value, count in column.count(selected):
            yield field, value, count


def _most_first(counter: Counter[str]) -> list[FacetValue]:
    ordered = sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))
    return [FacetValue(value, count) for value, count in ordered[: conf.facet_values]]
