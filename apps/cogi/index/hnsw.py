"""One HNSW index for each class that has grown: built after the bulk load, replaced when it is worn."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection

from cogi.corpus.models import Scope
from cogi.index.conf import conf
from cogi.index.coverage import count_if_never_counted
from cogi.index.model_lock import model_lock
from cogi.index.models import EmbeddingModel, VectorCoverage

logger = logging.getLogger(__name__)

TABLE = "cogi_index_passagevector"
PREFIX, UNFINISHED = "cogi_hnsw_", "_new"
# An index that has lost this share of the vectors that it was built for is more holes than graph.
WORN_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class HnswIndex:
    """An index in the database; ``built_for`` is how many vectors the class had then."""

    name: str
    options: frozenset[str]
    built_for: int

    def is_worn(self, stored: int) -> bool:
        return self.options != _options() or stored < self.built_for * (1 - WORN_SHARE)


def ensure_hnsw(model: EmbeddingModel, *, scope: Scope) -> list[str]:
    """Build the HNSW index of each class of ``scope`` past ``COGI_HNSW_THRESHOLD``; return their names.

    One that has lost many of its vectors, or was built with other parameters, is replaced. Nothing is
    done while another process embeds with the model. Must run outside a transaction: indexes are built
    without blocking writers.
    """
    built = []
    count_if_never_counted(scope, model.name)
    with model_lock(model) as locked:
        present = {index.name: index for index in _indexes()} if locked else {}
        grown = VectorCoverage.objects.filter(
            visibility__scope=scope, model_name=model.name, stored__gte=conf.hnsw_threshold
        )
        for kept in grown if locked else ():
            name = _name(model.pk, kept.visibility_id)
            if name not in present or present[name].is_worn(kept.stored):
                _build(name, model, kept)
                built.append(name)
    if built:
        # A graph may find others than a comparison of all did.
        Scope.objects.filter(pk=scope.pk).bump_version()
    return built


def sweep_hnsw() -> list[str]:
    """Drop the indexes of classes and models that are gone or have shrunk; return their names.

    A class keeps its index until it has half of the vectors that got it one. Must run outside a transaction.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WANTED, [conf.hnsw_threshold // 2])
        wanted = {_name(*row) for row in cursor.fetchall()}
    unwanted = [index.name for index in _indexes() if index.name not in wanted]
    for name in unwanted:
        _drop(name)
    return unwanted


def _build(name: str, model: EmbeddingModel, kept: VectorCoverage) -> None:
    """Build beside the present index, which searches use until the new one takes its name."""
    unfinished, quote = name + UNFINISHED, connection.ops.quote_name
    _drop(unfinished)
    began = time.monotonic()
    with build_settings(), connection.cursor() as cursor:
        cursor.execute(
            f"CREATE INDEX CONCURRENTLY {quote(unfinished)} ON {TABLE} "
            f"USING hnsw ((embedding::halfvec({model.dimensions})) halfvec_cosine_ops) "
            f"WITH (m = {conf.hnsw_m}, ef_construction = {conf.hnsw_ef_construction}) "
            f"WHERE visibility_id = {kept.visibility_id} AND model_id = {model.pk}"
        )
        cursor.execute(f"COMMENT ON INDEX {quote(unfinished)} IS '{kept.stored}'")
    _drop(name)
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER INDEX {quote(unfinished)} RENAME TO {quote(name)}")
    logger.info(
        "index.hnsw.built index=%s vectors=%d seconds=%.1f", name, kept.stored, time.monotonic() - began
    )


@contextmanager
def build_settings() -> Iterator[None]:
    """Give the session what an HNSW build may use, while it lasts."""
    values = {
        "maintenance_work_mem": conf.hnsw_build_memory,
        "max_parallel_maintenance_workers": conf.hnsw_build_workers,
    }
    given = {name: value for name, value in values.items() if value is not None}
    with connection.cursor() as cursor:
        for name, value in given.items():
            cursor.execute("SELECT set_config(%s, %s, false)", [name, str(value)])
        try:
            yield
        finally:
            for name in given:
                cursor.execute(f"RESET {name}")


def _drop(index: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {connection.ops.quote_name(index)}")


def _indexes() -> list[HnswIndex]:
    """Return the indexes of ours that are there, those of builds that were cut short too."""
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES, [TABLE, PREFIX])
        return [
            HnswIndex(name, frozenset(options or ()), int(built_for or 0))
            for name, options, built_for in cursor.fetchall()
        ]


def _name(model_id: int, visibility_id: int) -> str:
    return f"{PREFIX}m{model_id}_c{visibility_id}"


def _options() -> frozenset[str]:
    return frozenset({f"m={conf.hnsw_m}", f"ef_construction={conf.hnsw_ef_construction}"})


_INDEXES = """
SELECT class.relname, class.reloptions, obj_description(class.oid, 'pg_class')
  FROM pg_index JOIN pg_class AS class ON class.oid = pg_index.indexrelid
 WHERE pg_index.indrelid = to_regclass(%s) AND starts_with(class.relname, %s)
 ORDER BY class.relname
"""

_WANTED = """
SELECT model.id, kept.visibility_id
  FROM cogi_index_vectorcoverage AS kept
  JOIN cogi_index_embeddingmodel AS model ON model.name = kept.model_name
 WHERE kept.stored >= %s
"""
