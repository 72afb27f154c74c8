"""What a plain pgvector user would have: a table of ids and vectors, one HNSW index, one prepared query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from cogi.corpus.models import Scope
from cogi.index.conf import conf
from cogi.index.hnsw import build_settings
from cogi.index.models import EmbeddingModel
from cogi.index.statements import Statement
from cogi.index.vector_scans import halfvec

TABLE = "cogi_benchmark_vectors"


@contextmanager
def bare_table(scope: Scope, model: EmbeddingModel) -> Iterator[None]:
    """Keep the vectors of ``scope`` in a table of their own, indexed with the parameters of ours."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {TABLE}")
        cursor.execute(
            f"CREATE TABLE {TABLE} AS SELECT DISTINCT ON (content_id) content_id AS id, "  # noqa: S608 - constants
            f"embedding::halfvec({model.dimensions}) AS embedding FROM cogi_index_passagevector "
            "WHERE model_id = %s AND visibility_id IN "
            "(SELECT id FROM cogi_corpus_visibilityclass WHERE scope_id = %s)",
            [model.pk, scope.pk],
        )
        with build_settings():
            cursor.execute(
                f"CREATE INDEX ON {TABLE} USING hnsw (embedding halfvec_cosine_ops) "
                f"WITH (m = {conf.hnsw_m}, ef_construction = {conf.hnsw_ef_construction})"
            )
        cursor.execute(f"ANALYZE {TABLE}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"RESET hnsw.ef_search; DROP TABLE {TABLE}")


def bare_search(*, limit: int) -> Callable[[NDArray[np.float32]], list[int]]:
    """Return the prepared query for the content ids nearest to a vector, with the same ``ef_search``."""
    statement = Statement(
        "cogi_benchmark_bare",
        f"SELECT id, embedding <=> $1::halfvec FROM {TABLE} ORDER BY embedding <=> $1::halfvec "  # noqa: S608
        f"LIMIT {limit}",
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('hnsw.ef_search', %s, false)", [str(conf.hnsw_ef_search)])
    return lambda query: [int.from_bytes(row[0], "big") for row in statement.rows([halfvec(query)])]


def read_vectors(scope: Scope, model: EmbeddingModel) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the ids of the live passages of ``scope`` (n,), and their vectors (n, dimensions)."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [scope.pk, model.pk])
        rows: Sequence[tuple[int, str]] = cursor.fetchall()
    vectors = np.empty((len(rows), model.dimensions), np.float32)
    for number, (_, text) in enumerate(rows):
        vectors[number] = np.fromstring(text[1:-1], np.float32, sep=",")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.array([pk for pk, _ in rows], np.int64), vectors / lengths


_READ = """
SELECT passage.id, entry.embedding::text
  FROM cogi_corpus_passage AS passage
  JOIN cogi_index_passagevector AS entry
    ON entry.content_id = passage.content_id AND entry.visibility_id = passage.visibility_id
 WHERE passage.scope_id = %s AND passage.valid_to IS NULL AND entry.model_id = %s
 ORDER BY passage.id
"""
