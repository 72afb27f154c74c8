"""What a scope's lexical index takes on disk and in this process."""

from __future__ import annotations

from django.db import connection, models

from cogi.corpus.models import Scope
from cogi.index.models import ManifestEntry, PostingBlock, Segment
from cogi.index.views import cached_bytes, clear_caches

__all__ = ["cached_bytes", "clear_caches", "index_bytes", "live_segments", "table_bytes"]

ROW_OVERHEAD = 28
"""Bytes of a heap tuple's header and line pointer (PostgreSQL documentation, Database Page Layout)."""


def live_segments(scope: Scope) -> list[Segment]:
    """Return the segments that the newest release of ``scope`` reads."""
    entries = ManifestEntry.objects.filter(release__scope=scope, release__number=scope.release_number)
    return list(Segment.objects.filter(manifest_entries__in=entries).select_related("visibility"))


def index_bytes(scope: Scope) -> int:
    """Return what those segments and their postings take, as compressed as they are stored."""
    ids = [segment.pk for segment in live_segments(scope)]
    return _row_bytes(Segment, "id", ids) + _row_bytes(PostingBlock, "segment_id", ids)


def table_bytes() -> int:
    """Return what the tables take with their indexes, those of all scopes and of dead rows too."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) AS name",
            [[model._meta.db_table for model in (Segment, PostingBlock)]],
        )
        return int(cursor.fetchone()[0])


def _row_bytes(model: type[models.Model], key: str, values: list[int]) -> int:
    quote = connection.ops.quote_name
    columns = (quote(str(field.column)) for field in model._meta.concrete_fields if field.column)
    stored = " + ".join(f"coalesce(pg_column_size({column}), 0)" for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT coalesce(sum({ROW_OVERHEAD} + {stored}), 0) "  # noqa: S608 - the model's own names
            f"FROM {quote(model._meta.db_table)} WHERE {quote(key)} = ANY(%s)",
            [values],
        )
        return int(cursor.fetchone()[0])
