"""The health check passes where a search could run, and tells strangers nothing."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.http import HttpResponse
from django.test import Client, RequestFactory

from cogi.api.health import healthz


@pytest.mark.django_db
def test_a_process_that_can_serve_is_healthy() -> None:
    response = Client().get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "pgvector": "ok"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_without_pgvector_it_is_not_healthy() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP EXTENSION vector CASCADE")
    response = Client().get("/healthz")
    assert response.status_code == 503
    assert response["Content-Type"] == "application/problem+json"
    assert response["Retry-After"] == "5"
    assert response.json() == {
        "type": "urn:cogi:problem:unhealthy",
        "title": "This process cannot serve",
        "status": 503,
        "detail": "See the checks that are not ok; an operator finds the cause in the server's log.",
        "instance": "/healthz",
        "database": "ok",
        "pgvector": "missing",
    }


def checked_with(database: DatabaseWrapper) -> HttpResponse:
    connections[DEFAULT_DB_ALIAS] = database
    return healthz(RequestFactory().get("/healthz"))


@pytest.mark.django_db
def test_without_a_database_it_is_not_healthy(tmp_path: Path) -> None:
    nowhere = DatabaseWrapper({**connection.settings_dict, "HOST": str(tmp_path)}, alias=DEFAULT_DB_ALIAS)
    with ThreadPoolExecutor(1) as other_thread:  # connections belong to threads
        response = other_thread.submit(checked_with, nowhere).result()
    assert response.status_code == 503
    document = json.loads(response.content)
    assert (document["database"], document["pgvector"]) == ("unreachable", "unknown")
    assert str(tmp_path) not in response.content.decode()
