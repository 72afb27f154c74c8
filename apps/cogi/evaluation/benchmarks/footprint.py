"""What a scope's lexical index takes on disk and in this process."""

from __future__ import annotations

from typing import Any

from django.db import connection, models

from cogi.corpus.models import Scope
from cogi.index import reading
from cogi.index.caching import BoundedCache
from cogi.index.models import Posting, Segment

ROW_OVERHEAD = 28
"""Bytes of a heap tuple's header and line pointer (PostgreSQL documentation, Database Page Layout)."""


def index_bytes(scope: Scope) -> int:
    """Return what the segments of ``scope`` and their postings take, as compressed as they are stored."""
    return _row_bytes(Segment, "scope_id", [scope.pk]) + _row_bytes(
        Posting, "segment_id", list(Segment.objects.filter(scope=scope).values_list("pk", flat=True))
    )


def table_bytes() -> int:
    """Return what the tables take with their indexes, those of all scopes and of dead rows too."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name",
            [[model._meta.db_table for model in (Segment, Posting)]],
        )
        return int(cursor.fetchone()[0])


def cache_bytes() -> int:
    """Return what the caches of this process hold of all segments."""
    caches: tuple[BoundedCache[Any, Any], ...] = (reading._postings, reading._columns)
    return sum(cache._size(value) for cache in caches for value in {**cache._old, **cache._young}.values())


def clear_caches() -> None:
    """Let the next search read everything anew."""
    for cache in (reading._postings, reading._columns, reading._manifests):
        cache.clear()


def _row_bytes(model: type[models.Model], key: str, values: list[int]) -> int:
    quote = connection.ops.quote_name
    columns = (quote(str(field.column)) for field in model._meta.concrete_fields if field.column)
    stored = " + ".join(f"coalesce(pg_column_size({column}), 0)" for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT coalesce(sum({ROW_OVERHEAD} + {stored}), 0) FROM {quote(model._meta.db_table)} "  # noqa: S608 - the model's own names
            f"WHERE {quote(key)} = ANY(%s)",
            [values],
        )
        return int(cursor.fetchone()[0])
