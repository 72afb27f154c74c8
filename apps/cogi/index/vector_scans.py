"""The statements that scan one class's vectors: through its HNSW graph, or all of them."""

from __future__ import annotations

import struct
from collections.abc import Collection
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cogi.index.reading import ReleaseKey
from cogi.index.statements import Statement
from cogi.index.vector_classes import ClassVectors

Row = tuple[int, int, float]
"""Passage id, page id, cosine distance."""

# Few lengths make few plans; a longer list is cut by the caller.
LENGTHS = (10, 20, 50, 100, 200, 500, 1000)
EF_SEARCH_LIMIT = 1000
_INT8_OID = 20
_ROW = struct.Struct(">q"), struct.Struct(">d")


def scan_graph(
    query: bytes, known: ClassVectors, release: ReleaseKey, *, contents: int, ef_search: int
) -> list[Row]:
    """Return the passages of about the ``contents`` nearest contents in the class's HNSW graph.

    Where the class has no HNSW index yet, all of its vectors are compared.
    """
    length = next((each for each in LENGTHS if each >= contents), LENGTHS[-1])
    statement = _graph_statement(known.model_id, known.dimensions, known.visibility_id, length)
    return _rows(statement, [query, str(release.number), str(min(ef_search, EF_SEARCH_LIMIT))])


def scan_all(query: bytes, known: ClassVectors, release: ReleaseKey, *, limit: int) -> list[Row]:
    """Return the ``limit`` passages nearest to ``query`` after comparing all vectors of the class."""
    return _rows(_all_statement(known.dimensions), _parameters(query, known, release, limit))


def scan_pages(
    query: bytes, known: ClassVectors, release: ReleaseKey, *, pages: Collection[int], limit: int
) -> list[Row]:
    """Return the ``limit`` passages of ``pages`` nearest to ``query`` after comparing all of these."""
    parameters = _parameters(query, known, release, limit)
    return _rows(_pages_statement(known.dimensions), [*parameters, _int8_array(pages)])


def scan_passages(
    query: bytes, known: ClassVectors, release: ReleaseKey, *, passages: Collection[int]
) -> list[Row]:
    """Return those of ``passages`` that are of the class and hold in the release, in no order."""
    *parameters, _ = _parameters(query, known, release, len(passages))
    return _rows(_passages_statement(known.dimensions), [*parameters, _int8_array(passages)])


def count_passages(pages: Collection[int], *, at_most: int) -> int:
    """Count the passages that ``pages`` ever had, up to ``at_most``."""
    ((count,),) = _COUNT.rows([_int8_array(pages), str(at_most)])
    return int.from_bytes(count, "big")


def halfvec(query: NDArray[np.float32]) -> bytes:
    """Return ``query`` (dimensions,) as PostgreSQL receives a halfvec."""
    return struct.pack(">HH", query.size, 0) + query.astype(">f2").tobytes()


def _parameters(query: bytes, known: ClassVectors, release: ReleaseKey, limit: int) -> list[str | bytes]:
    return [query, str(release.number), str(known.visibility_id), str(known.model_id), str(limit)]


def _int8_array(values: Collection[int]) -> bytes:
    elements = np.empty(len(values), [("length", ">i4"), ("value", ">i8")])
    elements["length"], elements["value"] = 8, np.fromiter(values, np.int64, len(values))
    return struct.pack(">iiiii", 1, 0, _INT8_OID, len(values), 1) + elements.tobytes()


def _rows(statement: Statement, parameters: list[str | bytes]) -> list[Row]:
    integer, number = _ROW
    return [
        (integer.unpack(passage)[0], integer.unpack(page)[0], number.unpack(distance)[0])
        for passage, page, distance in statement.rows(parameters)
    ]


# The ids and the length stand in the text: the planner matches a class's partial index by them, and keeps
# one plan. The settings hold for this statement, and are read before its scan begins, which needs them.
@cache
def _graph_statement(model_id: int, dimensions: int, visibility_id: int, length: int) -> Statement:
    distance = f"(entry.embedding::halfvec({dimensions})) <=> $1::halfvec({dimensions})"
    return Statement(
        f"cogi_graph_m{model_id}_c{visibility_id}_l{length}",
        f"""
SELECT place.id, place.page_id, nearest.distance
  FROM (SELECT set_config('hnsw.ef_search', $3, true) AS ef_search,
               set_config('hnsw.iterative_scan', 'relaxed_order', true) AS iterative_scan) AS settings
 CROSS JOIN LATERAL (
    SELECT entry.content_id, {distance} AS distance
      FROM cogi_index_passagevector AS entry
     WHERE entry.visibility_id = {visibility_id} AND entry.model_id = {model_id}
       AND settings.ef_search IS NOT NULL
     ORDER BY {distance} LIMIT {length}) AS nearest
  JOIN cogi_corpus_passage AS place
    ON place.content_id = nearest.content_id AND place.visibility_id = {visibility_id}
   AND place.valid_from <= $2::int AND (place.valid_to IS NULL OR place.valid_to > $2::int)
""",  # noqa: S608 - integers
    )


# These are planned for their values each time. The sum keeps the planner from HNSW indexes.
@cache
def _all_statement(dimensions: int) -> Statement:
    distance = f"(entry.embedding::halfvec({dimensions})) <=> $1::halfvec({dimensions})"
    return Statement(
        "",
        f"""
SELECT place.id, place.page_id, nearest.distance
  FROM (SELECT entry.content_id, entry.visibility_id,
               ({distance}) + 0 AS distance
          FROM cogi_index_passagevector AS entry
         WHERE entry.visibility_id = $3::bigint AND entry.model_id = $4::bigint
         ORDER BY distance) AS nearest
 CROSS JOIN LATERAL (
    SELECT passage.id, passage.page_id FROM cogi_corpus_passage AS passage
     WHERE passage.content_id = nearest.content_id AND passage.visibility_id = nearest.visibility_id
       AND passage.valid_from <= $2::int AND (passage.valid_to IS NULL OR passage.valid_to > $2::int)
    OFFSET 0) AS place
 LIMIT $5::int
""",  # noqa: S608 - an integer
    )


@cache
def _pages_statement(dimensions: int) -> Statement:
    distance = f"(entry.embedding::halfvec({dimensions})) <=> $1::halfvec({dimensions})"
    return Statement(
        "",
        f"""
SELECT place.id, place.page_id, {distance} AS distance
  FROM cogi_corpus_passage AS place
  JOIN cogi_index_passagevector AS entry
    ON entry.content_id = place.content_id AND entry.visibility_id = place.visibility_id
 WHERE place.page_id = ANY($6::bigint[]) AND place.visibility_id = $3::bigint
   AND entry.visibility_id = $3::bigint AND entry.model_id = $4::bigint
   AND place.valid_from <= $2::int AND (place.valid_to IS NULL OR place.valid_to > $2::int)
 ORDER BY ({distance}) + 0 LIMIT $5::int
""",  # noqa: S608 - an integer
    )


@cache
def _passages_statement(dimensions: int) -> Statement:
    return Statement(
        f"cogi_compare_d{dimensions}",
        f"""
SELECT place.id, place.page_id,
       (entry.embedding::halfvec({dimensions})) <=> $1::halfvec({dimensions}) AS distance
  FROM cogi_corpus_passage AS place
  JOIN cogi_index_passagevector AS entry
    ON entry.content_id = place.content_id AND entry.visibility_id = $3::bigint
   AND entry.model_id = $4::bigint
 WHERE place.id = ANY($5::bigint[]) AND place.visibility_id = $3::bigint
   AND place.valid_from <= $2::int AND (place.valid_to IS NULL OR place.valid_to > $2::int)
""",  # noqa: S608 - an integer
    )


_COUNT = Statement(
    "",
    """
SELECT count(*) FROM (
    SELECT FROM cogi_corpus_passage WHERE page_id = ANY($1::bigint[]) LIMIT $2::int) AS counted
""",
)
