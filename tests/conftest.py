"""Fixtures for every test: the database is made on its first use in a throw-away cluster."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from cogi.index.scoring import loops


@pytest.fixture(scope="session", autouse=True)
def _compiled_loops() -> None:
    """Compile what ranking runs on, as a starting server does: no search may wait for that."""
    loops()


@pytest.fixture(scope="session")
def database_url(django_db_setup: None) -> Iterator[str]:  # noqa: ARG001 - makes the database
    """The test database's address, also in DATABASE_URL for the processes that a test starts."""
    parameters = connection.get_connection_params()
    host = quote(str(parameters.get("host", "")), safe="")
    user = quote(str(parameters.get("user", "")), safe="")
    password = quote(str(parameters.get("password", "")), safe="")
    port = parameters.get("port", "")
    url = f"postgresql://{user}:{password}@{host}:{port}/{parameters['dbname']}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", url)
        patch.setenv("SECRET_KEY", settings.SECRET_KEY)
        yield url
