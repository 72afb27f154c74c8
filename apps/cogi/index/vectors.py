"""Nearest passages by pgvector. Classes never share a graph, and small ones are scanned exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from cogi.corpus.models import Scope, VisibilityClass
from cogi.index.conf import conf
from cogi.index.models import EmbeddingModel, PassageVector
from cogi.index.reading import ReleaseKey

HNSW_M, HNSW_EF_CONSTRUCTION = 16, 64


@dataclass(frozen=True, slots=True)
class VectorMatch:
    """A passage and its cosine similarity to the question."""

    passage_id: int
    page_id: int
    similarity: float


def search_vectors(
    query: NDArray[np.float32],
    *,
    model_id: str,
    releases: Sequence[ReleaseKey],
    limit: int,
    pages: frozenset[int] | None = None,
) -> list[VectorMatch]:
    """Return the ``limit`` passages of ``releases`` nearest to ``query`` (dimensions,), best first.

    Each visible class is searched by itself, through its HNSW index when it has one, and the lists are
    merged by distance. A model without stored vectors gives an empty list. ``pages`` keeps only the
    passages of these page nodes.
    """
    model = EmbeddingModel.objects.filter(name=model_id).first()
    classes = _visible_classes(releases)
    if model is None or not classes:
        return []
    branches = [
        _branch(query, model=model, visibility_id=visibility_id, number=number, limit=limit, pages=pages)
        for visibility_id, number in classes
    ]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(_SCAN_SETTINGS, [str(conf.hnsw_ef_search)])
        union = " UNION ALL ".join(sql for sql, _ in branches)
        cursor.execute(
            f"SELECT * FROM ({union}) AS nearest ORDER BY distance, id LIMIT %s",  # noqa: S608 - constants
            [*(value for _, values in branches for value in values), limit],
        )
        rows = cursor.fetchall()
    return [VectorMatch(passage, page, 1.0 - float(distance)) for passage, page, distance in rows]


def _branch(
    query: NDArray[np.float32],
    *,
    model: EmbeddingModel,
    visibility_id: int,
    number: int,
    limit: int,
    pages: frozenset[int] | None,
) -> tuple[str, list[Any]]:
    """Return the SQL that searches one class, with its parameters."""
    only, wanted = ("", []) if pages is None else ("AND passage.page_id = ANY(%s)", [list(pages)])
    literal = "[" + ",".join(map(repr, query.tolist())) + "]"
    sql = _NEAREST.format(dimensions=model.dimensions, only=only)
    return sql, [literal, visibility_id, model.pk, number, number, *wanted, literal, limit]


_SCAN_SETTINGS = """
SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', %s, true)
"""

# The ids must stand in the text, not be bound, for the planner to match a class's partial index; Django's
# default cursors bind on the client, which does that.
_NEAREST = """
(SELECT passage.id, passage.page_id,
        (entry.embedding::halfvec({dimensions})) <=> %s::halfvec({dimensions}) AS distance
   FROM cogi_index_passagevector AS entry
   JOIN cogi_corpus_passage AS passage
     ON passage.content_id = entry.content_id AND passage.visibility_id = entry.visibility_id
  WHERE entry.visibility_id = %s AND entry.model_id = %s
    AND passage.valid_from <= %s AND (passage.valid_to IS NULL OR passage.valid_to > %s) {only}
  ORDER BY (entry.embedding::halfvec({dimensions})) <=> %s::halfvec({dimensions})
  LIMIT %s)
"""


def ensure_hnsw(model: EmbeddingModel, *, scope: Scope) -> list[str]:
    """Build the HNSW index of each class of ``scope`` past ``COGI_HNSW_THRESHOLD``; return their names.

    Must run outside a transaction: the indexes are built without blocking writers.
    """
    built = []
    for visibility in VisibilityClass.objects.filter(scope=scope):
        name = f"cogi_hnsw_m{model.pk}_c{visibility.pk}"
        if not _exists(name) and _has_grown(model, visibility):
            _build(name, model, visibility)
            built.append(name)
    return built


def _visible_classes(releases: Sequence[ReleaseKey]) -> list[tuple[int, int]]:
    """Return ``(visibility class id, release number)`` for the classes that ``releases`` may read."""
    numbers = {release.scope_id: release for release in releases}
    return [
        (row.pk, numbers[row.scope_id].number)
        for row in VisibilityClass.objects.filter(scope__in=numbers).order_by("pk")
        if numbers[row.scope_id].sees(low=row.low, high=row.high)
    ]


def _has_grown(model: EmbeddingModel, visibility: VisibilityClass) -> bool:
    count = PassageVector.objects.filter(model=model, visibility=visibility)[: conf.hnsw_threshold].count()
    return count >= conf.hnsw_threshold


def _exists(index: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND indisvalid", [index])
        return cursor.fetchone() is not None


def _build(name: str, model: EmbeddingModel, visibility: VisibilityClass) -> None:
    quoted = connection.ops.quote_name(name)
    with connection.cursor() as cursor:
        # A build that was cut short leaves an invalid index under the name.
        cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {quoted}")
        cursor.execute(
            f"CREATE INDEX CONCURRENTLY {quoted} ON cogi_index_passagevector "
            f"USING hnsw ((embedding::halfvec({model.dimensions})) halfvec_cosine_ops) "
            f"WITH (m = {HNSW_M}, ef_construction = {HNSW_EF_CONSTRUCTION}) "
            f"WHERE visibility_id = {visibility.pk} AND model_id = {model.pk}"
        )
