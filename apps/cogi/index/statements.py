"""Statements that every search waits for: prepared once on each connection, answered in binary.

They go to libpq directly: a cursor and its adapters take as long as PostgreSQL does for the whole answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet

import psycopg
from django.db import connection
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

_TEXT, _BINARY = 0, 1
Parameter = str | bytes | None


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement with parameters ``$1``, ``$2``…; no other has its ``name``.

    Without a name it is planned anew each time, for the values that it is given.
    """

    name: str
    sql: str
    _prepared_on: WeakSet[psycopg.Connection] = field(default_factory=WeakSet)

    def rows(self, parameters: Sequence[Parameter]) -> Iterator[tuple[bytes, ...]]:
        """Run the statement and yield its rows in PostgreSQL's binary format, NULL as nothing.

        Parameters are given as text, or as bytes in the binary format, or as None for NULL.

        Raises:
            django.db.DatabaseError: as a cursor would.
        """
        with connection.wrap_database_errors:
            result = self._run(
                [value.encode() if isinstance(value, str) else value for value in parameters],
                [_BINARY if isinstance(value, bytes) else _TEXT for value in parameters],
            )
        columns = range(result.nfields)
        for row in range(result.ntuples):
            yield tuple([result.get_value(row, column) or b"" for column in columns])

    def json_rows(self, parameters: Sequence[Parameter]) -> Iterator[Any]:
        """Run a statement whose one column is JSON written as text, and yield what each row holds.

        For rows of many types: PostgreSQL writes and Python reads JSON faster than adapters do values.
        """
        return (json.loads(value) for (value,) in self.rows(parameters))

    def _run(self, parameters: Sequence[bytes | None], formats: Sequence[int]) -> PGresult:
        connection.ensure_connection()
        session = connection.connection
        # The setting is the host's word for a pooler that gives each transaction another session.
        if not self.name or connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
            return _checked(
                session.pgconn.exec_params(
                    self.sql.encode(), parameters, param_formats=formats, result_format=_BINARY
                )
            )
        if session not in self._prepared_on:
            _checked(session.pgconn.prepare(self.name.encode(), self.sql.encode()))
            self._prepared_on.add(session)
        return _checked(
            session.pgconn.exec_prepared(
                self.name.encode(), parameters, param_formats=formats, result_format=_BINARY
            )
        )


def send_command(sql: str) -> None:
    """Run commands without parameters or rows, several in one round trip.

    A transaction that they begin is one that Django then ends, where it has begun one of its own.

    Raises:
        django.db.DatabaseError: as a cursor would.
    """
    with connection.wrap_database_errors:
        connection.ensure_connection()
        _checked(connection.connection.pgconn.exec_(sql.encode()))


def array_literal(values: Iterable[str | int]) -> str:
    """Write ``values`` as PostgreSQL reads an array from text."""
    quoted = (str(value).replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join(f'"{value}"' for value in quoted) + "}"


def _checked(result: PGresult) -> PGresult:
    if result.status not in {ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK}:
        raise error_from_result(result)
    return result
