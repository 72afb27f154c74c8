"""The ninja API: its title page, and errors and headers that hold for every endpoint."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Swagger
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from cogi.api.errors import problem_for
from cogi.api.problems import CONTENT_TYPE
from cogi.api.v1.answers import router as answers
from cogi.api.v1.content import router as content
from cogi.api.v1.facts import router as facts
from cogi.api.v1.scopes import router as scopes
from cogi.api.v1.search import router as search

DESCRIPTION = """\
Search documentation and ask it questions, within what you may see.

**Who you are** decides what exists: without a session you see the public content of open scopes. What you
may not see and what does not exist look the same.

**Scopes** are corpus variants, one per product, version and locale, such as `django/5.2/en`. Leave them out
and the default scopes are searched.

**Failures** are problem documents ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with a stable `type`.
An engine that did not contribute is no failure: the response names it in `degraded`.
"""

PAGE = {
    # The validator's badge would tell a third party which documentation is read here.
    "validatorUrl": "none",
    "tryItOutEnabled": True,
    "displayRequestDuration": True,
    "defaultModelsExpandDepth": 0,
}


class JsonApi(NinjaAPI):
    def on_exception(self, request: HttpRequest, exc: Any) -> HttpResponse:
        return problem_for(exc).response(instance=request.path)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**kwargs)
        for methods in schema["paths"].values():
            for operation in methods.values():
                _declare_problems(operation["responses"])
        return schema


def _declare_problems(responses: dict[Any, Any]) -> None:
    """Give error responses the media type they are sent with; ninja declares one type for all."""
    for status, response in responses.items():
        if int(status) >= HTTPStatus.BAD_REQUEST and "content" in response:
            response["content"] = {CONTENT_TYPE: response["content"].pop("application/json")}


api = JsonApi(
    title="Cogiportal API",
    version="1",
    description=DESCRIPTION,
    urls_namespace="cogi_api",
    docs=Swagger(settings=PAGE),
)
api.add_router("", search)
api.add_router("", answers)
api.add_router("", content)
api.add_router("", facts)
api.add_router("", scopes)
