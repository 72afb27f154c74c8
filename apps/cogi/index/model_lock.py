"""Who holds a model's lock embeds with it; the lock is the session's, and goes with a killed process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from cogi.index.models import EmbeddingModel, SparseModel

Model = EmbeddingModel | SparseModel
# The first half of the lock's key; the second is the model's id.
_SPACES: dict[type[Model], int] = {EmbeddingModel: 0x636F6769, SparseModel: 0x636F6773}


@contextmanager
def model_lock(model: Model) -> Iterator[bool]:
    """Say whether this process has the lock of ``model``, and hold it meanwhile; nobody waits for it."""
    locked = _ask("SELECT pg_try_advisory_lock(%s, %s)", model)
    try:
        yield locked
    finally:
        if locked and connection.is_usable():
            _ask("SELECT pg_advisory_unlock(%s, %s)", model)


def is_embedding(model: Model) -> bool:
    """Tell whether any process holds the lock of ``model``, without touching it."""
    return _ask(_IS_LOCKED, model)


def _ask(sql: str, model: Model) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql, [_SPACES[type(model)], model.pk])
        return bool(cursor.fetchone()[0])


_IS_LOCKED = """
SELECT EXISTS (
    SELECT FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = %s AND objid = %s
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
"""
