"""Commands end in one message that says what to do, not in a traceback, when the site cannot run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.core.management.base import SystemCheckError
from django.db import OperationalError, ProgrammingError
from psycopg.errors import UndefinedColumn, UndefinedTable

from cogiportal.embedded.cluster import EmbeddedPostgresError


@contextmanager
def explained() -> Iterator[None]:
    """Turn a missing database or a wrong setting into an exit message."""
    try:
        yield
    except OperationalError as exc:
        if "connection" not in str(exc):
            raise
        sys.exit(
            f"The database cannot be reached: {str(exc).strip()}\n"
            "Check DATABASE_URL and that its server runs, or unset it to use the embedded PostgreSQL."
        )
    except ProgrammingError as exc:
        if not isinstance(exc.__cause__, UndefinedTable | UndefinedColumn):
            raise
        sys.exit("The database does not fit this version of the code. Run: python manage.py migrate")
    except (ImproperlyConfigured, EmbeddedPostgresError, SystemCheckError) as exc:
        sys.exit(str(exc))


def run(arguments: Sequence[str]) -> None:
    with explained():
        execute_from_command_line(list(arguments))
