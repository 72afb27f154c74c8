"""Management commands end in one message that says what to do when the database is not there."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

from cogiportal.embedded.cluster import EmbeddedPostgresError


def run(arguments: Sequence[str]) -> None:
    try:
        execute_from_command_line(list(arguments))
    except OperationalError as exc:
        if not isinstance(exc.__cause__, Exception) or "connection" not in str(exc):
            raise
        sys.exit(
            f"The database cannot be reached: {str(exc).strip()}\n"
            "Check DATABASE_URL and that its server runs, or unset it to use the embedded PostgreSQL."
        )
    except (ImproperlyConfigured, EmbeddedPostgresError) as exc:
        sys.exit(str(exc))
