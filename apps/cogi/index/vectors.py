"""Nearest passages by pgvector. Classes never share a graph, and small ones are scanned exactly."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cogi.index.conf import conf
from cogi.index.hnsw import ensure_hnsw
from cogi.index.reading import ReleaseKey
from cogi.index.vector_classes import ClassVectors, visible_classes
from cogi.index.vector_scans import (
    LENGTHS,
    Row,
    count_passages,
    halfvec,
    scan_all,
    scan_graph,
    scan_pages,
    scan_passages,
)

__all__ = ["VectorMatch", "VectorMatches", "compare_passages", "ensure_hnsw", "search_vectors"]

# Passages that are compared one by one in about the time of a graph search that must skip most of a class.
FEW_PASSAGES = 3000
# How many more contents a graph is asked for than are expected to be enough.
SLACK = 1.5


class VectorMatch(NamedTuple):
    """A passage and its cosine similarity to the question."""

    passage_id: int
    page_id: int
    similarity: float


class VectorMatches(list[VectorMatch]):
    """The best matches first. ``short`` says that there may be more than were found: a class was too
    large to be compared exactly when its graph gave too few."""

    short: bool = False


@dataclass(frozen=True, slots=True)
class _Search:
    """One question to one class."""

    query: bytes
    known: ClassVectors
    release: ReleaseKey
    limit: int
    pages: frozenset[int] | None


def search_vectors(
    query: NDArray[np.float32],
    *,
    model_id: str,
    releases: Sequence[ReleaseKey],
    limit: int,
    pages: frozenset[int] | None = None,
) -> VectorMatches:
    """Return the ``limit`` passages of ``releases`` nearest to ``query`` (dimensions,), best first.

    Each visible class is searched by itself, through its HNSW graph when it has one, and the lists are
    merged by distance. A model without stored vectors gives an empty list. ``pages`` keeps only the
    passages of these page nodes.

    Raises:
        ValueError: when ``query`` is not a vector of the model's width, or holds what is not a number.
    """
    vector = halfvec(query)
    matches, rows = VectorMatches(), []
    for release, known in visible_classes(releases, model_name=model_id):
        if known.stored:
            _require_fitting(query, known)
            found, short = _nearest(_Search(vector, known, release, limit, pages))
            rows += found
            matches.short |= short
    rows.sort(key=lambda row: (row[2], row[0]))
    matches += [VectorMatch(passage, page, 1.0 - distance) for passage, page, distance in rows[:limit]]
    return matches


def compare_passages(
    query: NDArray[np.float32],
    *,
    model_id: str,
    releases: Sequence[ReleaseKey],
    passages: Collection[int],
) -> list[VectorMatch]:
    """Return those of ``passages`` that ``releases`` show and that have a vector, the nearest first.

    Raises:
        ValueError: as ``search_vectors`` does.
    """
    vector, rows = halfvec(query), []
    for release, known in visible_classes(releases, model_name=model_id):
        if known.stored:
            _require_fitting(query, known)
            rows += scan_passages(vector, known, release, passages=passages)
    rows.sort(key=lambda row: (row[2], row[0]))
    return [VectorMatch(passage, page, 1.0 - distance) for passage, page, distance in rows]


def _require_fitting(query: NDArray[np.float32], known: ClassVectors) -> None:
    if query.shape != (known.dimensions,) or not np.isfinite(query).all():
        raise ValueError(
            f"The question's vector of shape {query.shape} does not fit a model with {known.dimensions} "
            "dimensions, or holds what is not a number."
        )


def _nearest(search: _Search) -> tuple[list[Row], bool]:
    """Return a class's nearest passages, and whether there may be more."""
    if search.pages is not None and not search.pages:
        return [], False
    if search.known.stored < conf.hnsw_threshold:
        return _compared(search), False
    if search.pages is not None and _are_few(search.pages):
        return _compared(search), False
    found = _through_graph(search)
    if len(found) >= search.limit:
        return found, False
    if search.known.stored > conf.exact_scan_limit:
        return found, True
    return _compared(search), False


def _compared(search: _Search) -> list[Row]:
    """Compare every vector that may count."""
    query, known, release = search.query, search.known, search.release
    if search.pages is None:
        return scan_all(query, known, release, limit=search.limit)
    return scan_pages(query, known, release, pages=search.pages, limit=search.limit)


def _are_few(pages: frozenset[int]) -> bool:
    return len(pages) <= FEW_PASSAGES and count_passages(pages, at_most=FEW_PASSAGES + 1) <= FEW_PASSAGES


def _through_graph(search: _Search) -> list[Row]:
    """Ask the graph for more, as what is dead or filtered out shows how much more, until it is enough."""
    contents = search.limit if search.pages is None else 4 * search.limit
    while True:
        ef_search = max(conf.hnsw_ef_search, 2 * contents if search.pages is not None else contents)
        rows = scan_graph(search.query, search.known, search.release, contents=contents, ef_search=ef_search)
        found = rows if search.pages is None else [row for row in rows if row[1] in search.pages]
        if len(found) >= search.limit or contents >= LENGTHS[-1]:
            return found
        share = (len(found) + 1) / (contents + 1)
        contents = min(max(ceil(SLACK * search.limit / share), 2 * contents), LENGTHS[-1])
