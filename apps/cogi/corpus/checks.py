"""System checks: the settings of the corpus, and a PostgreSQL that can hold it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import NotSupportedError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from cogi.conf import check_settings
from cogi.corpus.conf import CorpusSettings, conf

MINIMUM_VERSION = 15
EXTENSIONS = ("btree_gist", "vector")


@register
def check_corpus_settings(**_: Any) -> list[CheckMessage]:
    return [*check_settings(CorpusSettings, check_id="cogi_corpus.E001"), *_check_keep_releases()]


def _check_keep_releases() -> Iterator[CheckMessage]:
    keep = conf.keep_releases
    if isinstance(keep, int) and keep < 1:
        yield Error(
            f"COGI_KEEP_RELEASES is {keep}: not even the newest release would stay.",
            hint="Set it to 1 or more, or to None to keep every release.",
            id="cogi_corpus.E006",
        )


@register(Tags.database)
def check_databases(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Runs with ``migrate`` and ``check --database``, as every check of Django's that needs a connection."""
    return [message for alias in databases or () for message in _check_server(connections[alias])]


def _check_server(connection: BaseDatabaseWrapper) -> Iterator[CheckMessage]:
    if connection.vendor != "postgresql":
        yield Error(
            f"The database “{connection.alias}” is {connection.display_name}; Cogiportal needs PostgreSQL.",
            hint="Set ENGINE to django.db.backends.postgresql.",
            id="cogi_corpus.E002",
        )
        return
    try:
        version, missing = _version(connection), _missing_extensions(connection)
    except OperationalError as exc:
        yield Error(
            f"The database “{connection.alias}” cannot be reached: {str(exc).strip()}",
            hint="Start the server, or correct its address and credentials in DATABASES (DATABASE_URL).",
            id="cogi_corpus.E003",
        )
        return
    except NotSupportedError as exc:  # Django refuses what is older still
        yield _too_old(connection, str(exc).rstrip("."))
        return
    if version < MINIMUM_VERSION:
        yield _too_old(connection, f"PostgreSQL {version}")
    for name in missing:
        yield Error(
            f"The database “{connection.alias}” has no extension “{name}” to install.",
            hint=_how_to_get(name, version),
            id="cogi_corpus.E005",
        )


def _too_old(connection: BaseDatabaseWrapper, what: str) -> Error:
    return Error(
        f"The server of the database “{connection.alias}” is too old: {what}.",
        hint=f"Upgrade the server to PostgreSQL {MINIMUM_VERSION} or newer.",
        id="cogi_corpus.E004",
    )


def _version(connection: BaseDatabaseWrapper) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int / 10000")
        return int(cursor.fetchone()[0])


def _missing_extensions(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT wanted FROM unnest(%s::text[]) wanted "
            "WHERE wanted NOT IN (SELECT name FROM pg_available_extensions) ORDER BY wanted",
            [list(EXTENSIONS)],
        )
        return [name for (name,) in cursor.fetchall()]


def _how_to_get(name: str, version: int) -> str:
    if name == "vector":
        return (
            f"Install pgvector on the database server (Debian: apt install postgresql-{version}-pgvector; "
            f"Docker: the image pgvector/pgvector:pg{version}), then run this again."
        )
    return "Install PostgreSQL's contrib modules on the database server (package postgresql-contrib)."
