"""The OpenAPI page loads nothing from elsewhere, and tells everything."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db

ENDPOINTS = {
    "/api/v1/search": ["get"],
    "/api/v1/suggest": ["get"],
    "/api/v1/answers": ["post"],
    "/api/v1/answers/stream": ["get"],
    "/api/v1/content/{uid}": ["get"],
    "/api/v1/facts": ["get"],
    "/api/v1/scopes": ["get"],
}


@pytest.fixture(name="schema")
def fixture_schema() -> Any:
    return Client().get("/api/v1/openapi.json").json()


def test_the_page_loads_only_files_that_the_site_has() -> None:
    page = Client().get("/api/v1/docs").content.decode()
    addresses = re.findall(r"""(?:src|href)="([^"]+)\"""", page)
    assert addresses
    assert "//" not in page.replace("<!--", "")
    assert [each for each in addresses if not finders.find(each.removeprefix("/static/"))] == []


def test_the_page_calls_no_validator_on_the_net() -> None:
    assert '"validatorUrl": "none"' in Client().get("/api/v1/docs").content.decode()


def test_every_endpoint_is_documented(schema: Any) -> None:
    assert {path: list(methods) for path, methods in schema["paths"].items()} == ENDPOINTS
    operations = [operation for methods in schema["paths"].values() for operation in methods.values()]
    assert all(operation["summary"] and operation["description"] for operation in operations)
    identifiers = [operation["operationId"] for operation in operations]
    assert len(set(identifiers)) == len(identifiers)


def test_every_parameter_says_what_it_is(schema: Any) -> None:
    operations = [operation for methods in schema["paths"].values() for operation in methods.values()]
    parameters = [parameter for operation in operations for parameter in operation["parameters"]]
    assert [each["name"] for each in parameters if "description" not in each["schema"]] == []


def test_errors_are_declared_as_problem_documents(schema: Any) -> None:
    responses = schema["paths"]["/api/v1/search"]["get"]["responses"]
    assert {status: list(response["content"]) for status, response in responses.items()} == {
        "200": ["application/json"],
        "404": ["application/problem+json"],
        "422": ["application/problem+json"],
        "503": ["application/problem+json"],
    }
    stream = schema["paths"]["/api/v1/answers/stream"]["get"]["responses"]
    assert list(stream["200"]["content"]) == ["text/event-stream"]
