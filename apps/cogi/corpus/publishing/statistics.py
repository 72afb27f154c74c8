"""Tells the planner of a bulk load at once: until autovacuum comes, it would plan for empty tables."""

from __future__ import annotations

from django.db import connection, transaction

from cogi.corpus.models import Edge, Node, NodeRevision, Passage

BULK = 1000
"""So many new passages are a change that the planner should know of; it costs half a second."""
_TABLES = (Node, NodeRevision, Passage, Edge)


def refresh_statistics(passages: int) -> None:
    """After the commit of a publish that added so many ``passages``, analyze the tables if it was large."""
    if passages >= BULK:
        transaction.on_commit(_analyze, robust=True)


def _analyze() -> None:
    names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in _TABLES)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {names}")
