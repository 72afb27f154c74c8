"""Who holds a scope's lock is alive: the lock is the session's, and goes with a killed process.

The lock is PostgreSQL's session advisory lock on Django's connection. A pooler in transaction mode
would scatter it over sessions: connect ingest workers to PostgreSQL directly, or in session mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from cogi.ingest.exceptions import IngestError

TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('cogi_ingest.scope:' || %s, 0))"
UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('cogi_ingest.scope:' || %s, 0))"
IS_LOCKED = """
    SELECT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND (classid::bigint << 32 | objid::bigint) = hashtextextended('cogi_ingest.scope:' || %s, 0)
    )
"""


class ScopeBusy(IngestError):
    """Another process ingests into the scope right now."""


@contextmanager
def scope_lock(scope_id: int, *, name: str) -> Iterator[None]:
    """Hold the scope's lock, or raise at once.

    Raises:
        ScopeBusy: when another session holds it.
    """
    if not _select(TRY_LOCK, scope_id):
        raise ScopeBusy(f"{name} is being ingested by another process. Wait until it has ended.")
    try:
        yield
    finally:
        if connection.is_usable():
            _select(UNLOCK, scope_id)


def is_locked(scope_id: int) -> bool:
    """Tell whether any session holds the scope's lock, without touching it."""
    return _select(IS_LOCKED, scope_id)


def _select(sql: str, scope_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql, [str(scope_id)])
        row: tuple[bool] = cursor.fetchone()
    return row[0]
