"""The throw-away PostgreSQL of a test run: made on the first use of the database, removed at the end."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from cogiportal.embedded.cluster import cluster_at


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


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    if os.environ.get("COGIPORTAL_TEST_OWNER") != str(os.getpid()):
        return
    embedded = settings.EMBEDDED_DATABASE["EMBEDDED"]
    cluster_at(embedded["DIRECTORY"], database=embedded["DATABASE"], durable=False).destroy()
    shutil.rmtree(Path(os.environ["COGIPORTAL_VAR"]), ignore_errors=True)
