from __future__ import annotations

import psycopg
import pytest
from django.db import connection

from cogi.ingest.locks import TRY_LOCK, ScopeBusy, is_locked, scope_lock

pytestmark = pytest.mark.django_db


def other_session(database_url: str) -> psycopg.Connection:
    return psycopg.connect(database_url, autocommit=True)


def test_a_scope_has_one_holder(database_url: str) -> None:
    with other_session(database_url) as other:
        other.execute(TRY_LOCK, ["7"])

        with pytest.raises(ScopeBusy) as caught, scope_lock(7, name="a/1/en"):
            pass
        assert str(caught.value) == "a/1/en is being ingested by another process. Wait until it has ended."
        with scope_lock(8, name="b/1/en"):
            assert is_locked(7)


def test_the_lock_ends_with_its_block_also_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), scope_lock(7, name="a/1/en"):
        _ = 1 // (not is_locked(7))

    assert not is_locked(7)


def test_the_lock_goes_with_the_session_that_held_it(database_url: str) -> None:
    other = other_session(database_url)
    other.execute(TRY_LOCK, ["7"])
    assert is_locked(7)

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [other.info.backend_pid])

    assert not is_locked(7)
    with scope_lock(7, name="a/1/en"):
        assert is_locked(7)
    other.close()
