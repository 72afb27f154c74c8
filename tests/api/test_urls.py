"""Whatever is asked inside the API is answered by the API."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

client = Client(raise_request_exception=False)


@pytest.mark.parametrize("path", ["nothing", "search/", "answers/stream/more"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_path_is_a_problem_document(path: str, method: str) -> None:
    response = getattr(client, method)(f"/api/v1/{path}")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "urn:cogi:problem:not-found",
        "title": "No such endpoint",
        "status": 404,
        "detail": "Nothing is at this path; /api/v1/docs lists what is.",
        "instance": f"/api/v1/{path}",
    }


def test_a_method_that_is_not_offered_is_a_problem_document() -> None:
    response = client.delete("/api/v1/search?q=x")
    assert (response.status_code, response["Allow"]) == (405, "GET")
    assert response.json() == {
        "type": "urn:cogi:problem:method-not-allowed",
        "title": "Method not allowed",
        "status": 405,
        "detail": "DELETE is not offered here; use GET.",
        "instance": "/api/v1/search",
    }


def test_head_is_answered_as_get_without_a_body() -> None:
    response = client.head("/api/v1/scopes")
    assert (response.status_code, response.content) == (200, b"")
    assert response["Content-Type"] == "application/json; charset=utf-8"


def test_the_root_leads_to_the_documentation() -> None:
    assert client.get("/api/v1/")["Location"] == "/api/v1/docs"


def test_a_server_without_the_asgi_routes_says_so_instead_of_streaming() -> None:
    response = client.get("/api/v1/answers/stream?q=x")
    assert response.status_code == 501
    assert response.json()["type"] == "urn:cogi:problem:stream-needs-asgi"
    assert response.json()["detail"] == (
        "Serve the site's ASGI application, with cogi.api.routing.http_routes before Django's own; "
        "POST /api/v1/answers gives the same answer whole."
    )
