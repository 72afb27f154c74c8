"""LanceDB's hybrid search: its HNSW index and its full-text index over one table, fused by rank."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

# It warns at every search of scores that it adds to the columns that were asked for.
os.environ.setdefault("LANCEDB_LOG", "error")

import lancedb
import pyarrow as pa
from lancedb.index import FTS, HnswSq
from lancedb.rerankers import RRFReranker

from cogi.evaluation.peers.base import HybridPeer, Vectors, folder_bytes
from cogi.index.conf import conf


class LanceDbPeer(HybridPeer):
    """One partition, so that its graph is one as ours is; stemmed English words without stop words.

    It takes its default number of candidates. A query returns ids and texts: what a page of results shows.
    """

    name: ClassVar[str] = "lancedb"

    def build(self, ids: Sequence[int], texts: Sequence[str], vectors: Vectors, *, folder: Path) -> None:
        self._folder = folder
        columns = {
            "id": pa.array(ids),
            "text": pa.array(texts),
            "vector": pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1]),
        }
        self._table: Any = lancedb.connect(folder).create_table("passages", pa.table(columns))
        graph = HnswSq(
            distance_type="cosine",
            num_partitions=1,
            m=conf.hnsw_m,
            ef_construction=conf.hnsw_ef_construction,
        )
        self._table.create_index("vector", config=graph)
        self._table.create_index("text", config=FTS(with_position=False))
        self._reranker = RRFReranker()

    def search(self, query: str, vector: Vectors, *, limit: int) -> list[int]:
        search = self._table.search(query_type="hybrid").vector(vector).text(query)
        rows = search.limit(limit).rerank(self._reranker).select(["id", "text"]).to_list()
        return [row["id"] for row in rows]

    def size_bytes(self) -> int:
        return folder_bytes(self._folder)
