"""Decodes what a client asks of the stream: a query string, or the JSON of ``POST answers``."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from ninja.errors import HttpError
from ninja.errors import ValidationError as RequestRefused
from pydantic import ValidationError

from cogi.api.errors import MethodNotAllowed
from cogi.api.v1.schemas.answers import AnswerRequest, StreamQuery

if TYPE_CHECKING:
    from django.core.handlers.asgi import ASGIRequest

METHODS = ("GET", "POST")


def read_stream_request(request: ASGIRequest, body: bytes) -> AnswerRequest:
    """Return what is asked; a POST without a body may ask in its query string.

    Raises:
        SuspiciousOperation: for a host that is not allowed. Django's middleware does not run here.
        MethodNotAllowed: unless it is GET or POST.
        HttpError: when the body is not JSON.
        RequestRefused: when a part of the request cannot be used.
    """
    request.get_host()
    if request.method not in METHODS:
        raise MethodNotAllowed(request.method or "", allowed=METHODS)
    source = "body" if body else "query"
    try:
        return AnswerRequest.model_validate(_parsed(body)) if body else _from_query(request)
    except ValidationError as exc:
        parts = exc.errors(include_url=False, include_input=False, include_context=False)
        raise RequestRefused([{**part, "loc": (source, *part["loc"])} for part in parts]) from exc


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as exc:
        raise HttpError(HTTPStatus.BAD_REQUEST, "Cannot parse request body") from exc


def _from_query(request: ASGIRequest) -> AnswerRequest:
    lists = {name: request.GET.getlist(name) for name in ("scope", "turn")}
    parameters = {**request.GET.dict(), **lists}
    return StreamQuery.model_validate(parameters).request()
