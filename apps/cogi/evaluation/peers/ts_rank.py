"""PostgreSQL's own full text search on the same server: a GIN index, an OR query, ``ts_rank``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from django.db import connection

from cogi.evaluation.benchmarks.passages import BenchmarkPassage
from cogi.evaluation.peers.base import Peer


class TsRankPeer(Peer):
    """Its table is unlogged and goes when the run ends; every fifth query is asked, since it is slow."""

    name: ClassVar[str] = "ts_rank"
    every: ClassVar[int] = 5

    def build(self, passages: Sequence[BenchmarkPassage], *, folder: Path) -> None:  # noqa: ARG002
        with connection.cursor() as cursor:
            cursor.execute(_CREATE)
            with cursor.copy(_COPY) as copy:
                for passage in passages:
                    copy.write_row((passage.id, passage.whole.replace("\0", "")))
            cursor.execute(_INDEX)

    def search(self, query: str, *, limit: int) -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute(_SEARCH, [query.replace("\0", ""), limit])
            return [pk for (pk,) in cursor.fetchall()]

    def size_bytes(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute(_SIZE)
            return int(cursor.fetchone()[0])

    def memory_bytes(self) -> int | None:
        """Return None: its pages lie in the server's buffers."""
        return None

    def close(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_DROP)


_DROP = "DROP TABLE IF EXISTS cogi_benchmark_ts_rank"
_CREATE = f"""
{_DROP};
CREATE UNLOGGED TABLE cogi_benchmark_ts_rank (
    id bigint NOT NULL,
    body text NOT NULL,
    vector tsvector GENERATED ALWAYS AS (to_tsvector('english', body)) STORED
)
"""
_COPY = "COPY cogi_benchmark_ts_rank (id, body) FROM STDIN"
_INDEX = """
CREATE INDEX cogi_benchmark_ts_rank_vector ON cogi_benchmark_ts_rank USING gin (vector);
ANALYZE cogi_benchmark_ts_rank
"""
_SEARCH = """
SELECT id
  FROM cogi_benchmark_ts_rank,
       (SELECT replace(plainto_tsquery('english', %s)::text, '&', '|')::tsquery AS words) AS query
 WHERE vector @@ words
 ORDER BY ts_rank(vector, words) DESC, id
 LIMIT %s
"""
# What the search reads: the vectors and their index, not the text beside them.
_SIZE = """
SELECT pg_relation_size('cogi_benchmark_ts_rank_vector') + sum(pg_column_size(vector))
  FROM cogi_benchmark_ts_rank
"""
