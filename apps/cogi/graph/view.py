"""What a walk may see: one release of each scope, at the viewer's clearance there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import connection

from cogi.corpus.perimeter import Perimeter

SEEN = """unnest(%(scopes)s::bigint[], %(releases)s::int[], %(clearances)s::int[])
       AS seen(scope_id, number, clearance)"""
"""The scopes of a view as a table, for statements that run with ``GraphView.rows``."""


def in_view(alias: str) -> str:
    """Return the condition that a release-ranged row holds in the release that is seen of its scope."""
    return (
        f"{alias}.scope_id = seen.scope_id AND {alias}.valid_from <= seen.number"
        f" AND ({alias}.valid_to IS NULL OR {alias}.valid_to > seen.number)"
    )


@dataclass(frozen=True, slots=True)
class GraphView:
    """``releases`` are the release numbers by scope id; a scope outside the perimeter is not there."""

    perimeter: Perimeter
    releases: Mapping[int, int]

    def rows(self, sql: str, **parameters: Any) -> Iterator[tuple[Any, ...]]:
        """Run a fixed statement that is bound to this view by ``SEEN`` and ``in_view``."""
        seen = [pair for pair in self.perimeter.clearances if pair[0] in self.releases]
        bound = {
            "scopes": [scope_id for scope_id, _ in seen],
            "releases": [self.releases[scope_id] for scope_id, _ in seen],
            "clearances": [int(clearance) for _, clearance in seen],
        }
        connection.ensure_connection()
        # The setting is the host's word for a pooler that gives each transaction another session.
        prepare = not connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
        # A cursor of Django's sends the values inside the text, which PostgreSQL then plans each time.
        with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
            yield from cursor.execute(sql, {**bound, **parameters}, prepare=prepare).fetchall()
