from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from cogi.index.statements import Statement, array_literal

pytestmark = pytest.mark.django_db

WORDS = ["plain", 'with "quotes"', "back\\slash", "comma, brace}", "NULL", "", "señor", "日本語"]
UNNEST = Statement("cogi_test_unnest", "SELECT word FROM unnest($1::text[]) AS given (word)")


def prepared_names() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_prepared_statements WHERE name LIKE 'cogi_test_%'")
        return [name for (name,) in cursor.fetchall()]


def test_an_array_arrives_as_it_was_written() -> None:
    assert [row[0].decode() for row in UNNEST.rows([array_literal(WORDS)])] == WORDS


def test_a_statement_is_prepared_once_on_a_connection() -> None:
    for _ in range(3):
        assert list(UNNEST.rows([array_literal(["a"])])) == [(b"a",)]
    assert prepared_names() == ["cogi_test_unnest"]


def test_behind_a_pooler_that_changes_sessions_nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    two = Statement("cogi_test_two", "SELECT $1::bigint, NULL")
    assert list(two.rows(["258"])) == [((258).to_bytes(8, "big"), b"")]
    assert "cogi_test_two" not in prepared_names()


def test_a_failure_is_a_database_error_as_with_a_cursor() -> None:
    divide = Statement("cogi_test_divide", "SELECT 1 / $1::bigint")
    with pytest.raises(DatabaseError, match="division by zero"), transaction.atomic():
        list(divide.rows(["0"]))
