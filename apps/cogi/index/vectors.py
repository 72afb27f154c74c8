"""Nearest passages by pgvector. Classes never share a graph, and small ones are scanned exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from cogi.corpus.models import Passage, VisibilityClass
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
    only = "" if pages is None else "AND passage.page_id = ANY(%s)"
    branches = [_BRANCH.format(**_names(), dimensions=model.dimensions, only=only)] * len(classes)
    literal = "[" + ",".join(map(repr, query.tolist())) + "]"
    parameters: list[object] = []
    for visibility_id, number in classes:
        parameters += [literal, visibility_id, model.pk, number, number]
        parameters += [literal, limit] if pages is None else [list(pages), literal, limit]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL hnsw.ef_search = {max(conf.hnsw_ef_search, 1)}"
        )
        cursor.execute(" UNION ALL ".join(branches) + " ORDER BY 3, 1 LIMIT %s", [*parameters, limit])
        rows = cursor.fetchall()
    return [VectorMatch(passage, page, 1.0 - float(distance)) for passage, page, distance in rows]


# The literals must be inlined, not bound, for the planner to match a class's partial index; Django's
# default cursors bind on the client, which does that.
_BRANCH = """
(SELECT passage.id, passage.page_id, (entry.embedding::halfvec({dimensions})) <=> %s::halfvec({dimensions}) AS distance
   FROM {vectors} AS entry
   JOIN {passages} AS passage ON passage.content_id = entry.content_id
                             AND passage.visibility_id = entry.visibility_id
  WHERE entry.visibility_id = %s AND entry.model_id = %s
    AND passage.valid_from <= %s AND (passage.valid_to IS NULL OR passage.valid_to > %s) {only}
  ORDER BY (entry.embedding::halfvec({dimensions})) <=> %s::halfvec({dimensions})
  LIMIT %s)
"""


def ensure_hnsw(model: EmbeddingModel) -> list[str]:
    """Build the HNSW index of every class that has grown past ``COGI_HNSW_THRESHOLD``; return their names.

    Must run outside a transaction: the indexes are built without blocking writers.
    """
    built = []
    for visibility in VisibilityClass.objects.all():
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
        if row.low <= numbers[row.scope_id].clearance <= row.high
    ]


def _names() -> dict[str, str]:
    quote = connection.ops.quote_name
    return {"vectors": quote(PassageVector._meta.db_table), "passages": quote(Passage._meta.db_table)}


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
            f"CREATE INDEX CONCURRENTLY {quoted} ON {_names()['vectors']} "
            f"USING hnsw ((embedding::halfvec({model.dimensions})) halfvec_cosine_ops) "
            f"WITH (m = {HNSW_M}, ef_construction = {HNSW_EF_CONSTRUCTION}) "
            f"WHERE visibility_id = {visibility.pk} AND model_id = {model.pk}"
        )
