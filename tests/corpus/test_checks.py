from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import pytest
from django.core.checks import Error
from django.db import NotSupportedError, connection, connections
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from cogi.corpus.checks import check_corpus_settings, check_databases


@override_settings(COGI_KEEP_RELEASES=0)
def test_a_setting_that_would_prune_the_newest_release_is_an_error() -> None:
    (error,) = check_corpus_settings()
    assert error.id == "cogi_corpus.E006"
    assert error.msg == "COGI_KEEP_RELEASES is 0: not even the newest release would stay."


@pytest.fixture
def unreachable() -> Iterator[str]:
    """A configured database whose server does not run."""
    connections.settings["unreachable"] = {
        **connections.settings["default"],
        "ENGINE": "django.db.backends.postgresql",
        "HOST": "127.0.0.1",
        "PORT": "1",
    }
    yield "unreachable"
    del connections.settings["unreachable"]
    del connections["unreachable"]


def pretend_server(monkeypatch: pytest.MonkeyPatch, answers: dict[str, list[tuple[Any, ...]]]) -> None:
    """Answer the queries whose text contains a key; a server of another version is not at hand."""

    class Cursor:
        rows: list[tuple[Any, ...]]

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def execute(self, sql: str, _: object = None) -> None:
            self.rows = next(rows for key, rows in answers.items() if key in sql)

        def fetchone(self) -> tuple[Any, ...]:
            return self.rows[0]

        def fetchall(self) -> list[tuple[Any, ...]]:
            return self.rows

    monkeypatch.setattr(connection, "cursor", Cursor)


@pytest.mark.django_db
def test_a_fitting_server_passes() -> None:
    assert check_databases(databases=["default"]) == []


def test_without_named_databases_no_connection_is_opened() -> None:
    assert check_databases(databases=None) == []


def test_an_unreachable_server_is_one_message(unreachable: str, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        (message,) = check_databases(databases=[unreachable])
    assert message.id == "cogi_corpus.E003"
    assert message.msg.startswith("The database “unreachable” cannot be reached: connection failed")
    assert message.hint == (
        "Start the server, or correct its address and credentials in DATABASES (DATABASE_URL)."
    )


def test_an_old_server_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_server(monkeypatch, {"server_version_num": [(14,)], "pg_available_extensions": []})
    assert check_databases(databases=["default"]) == [
        Error(
            "The server of the database “default” is too old: PostgreSQL 14.",
            hint="Upgrade the server to PostgreSQL 15 or newer.",
            id="cogi_corpus.E004",
        )
    ]


def test_a_server_that_django_refuses_is_refused_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise NotSupportedError("PostgreSQL 14 or later is required (found 13.20).")

    monkeypatch.setattr(connection, "cursor", refuse)
    (message,) = check_databases(databases=["default"])
    assert message.id == "cogi_corpus.E004"
    assert message.msg == (
        "The server of the database “default” is too old: PostgreSQL 14 or later is required (found 13.20)."
    )


def test_a_server_without_pgvector_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_server(
        monkeypatch,
        {"server_version_num": [(17,)], "pg_available_extensions": [("btree_gist",), ("vector",)]},
    )
    assert check_databases(databases=["default"]) == [
        Error(
            "The database “default” has no extension “btree_gist” to install.",
            hint="Install PostgreSQL's contrib modules on the database server (package postgresql-contrib).",
            id="cogi_corpus.E005",
        ),
        Error(
            "The database “default” has no extension “vector” to install.",
            hint=(
                "Install pgvector on the database server (Debian: apt install postgresql-17-pgvector; "
                "Docker: the image pgvector/pgvector:pg17), then run this again."
            ),
            id="cogi_corpus.E005",
        ),
    ]


def test_another_database_is_refused() -> None:
    connections.settings["other"] = {
        **connections.settings["default"],
        "ENGINE": "django.db.backends.sqlite3",
    }
    try:
        (message,) = check_databases(databases=["other"])
    finally:
        del connections.settings["other"]
        del connections["other"]
    assert message.msg == "The database “other” is SQLite; Cogiportal needs PostgreSQL."


@override_settings(COGI_MAX_SHRINK="half")
def test_a_setting_of_the_wrong_type_is_reported() -> None:
    assert [(message.id, message.msg) for message in check_corpus_settings()] == [
        ("cogi_corpus.E001", "COGI_MAX_SHRINK must be float, not str.")
    ]
