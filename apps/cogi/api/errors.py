"""Maps every error to its problem document: once, here, for all surfaces of the API."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404
from ninja.errors import HttpError, ValidationError

from cogi.answers.encoding import AnswerFailed
from cogi.api.problems import TYPE_PREFIX, Problem
from cogi.api.slots import TooManyStreams
from cogi.retrieval.errors import HistoryPruned, InvalidQuestion, NodeNotFound, UnknownScope

logger = logging.getLogger(__name__)

AGAIN_SOON = {"Retry-After": "5"}

# Names that the endpoints' functions give to their arguments; a caller of the API never wrote them.
_ARGUMENTS = frozenset({"parameters", "asked"})

# What pydantic says in terms of Python classes, by its error type.
_REWORDED = dict.fromkeys(("model_type", "model_attributes_type"), "Input should be a JSON object")


class MethodNotAllowed(Exception):
    def __init__(self, method: str, *, allowed: Iterable[str]) -> None:
        self.allowed = ", ".join(allowed)
        super().__init__(f"{method} is not offered here; use {self.allowed}.")


class StreamNeedsAsgi(Exception):
    """Django was asked for a stream, which only the ASGI routes serve."""


def problem_for(error: Exception) -> Problem:
    """Return the problem document for ``error``; what is not in the catalogue tells nothing of itself."""
    for kind in type(error).__mro__:
        if kind in _CATALOGUE:
            return _CATALOGUE[kind](error)
        if kind in _ALWAYS_THE_SAME:
            return _ALWAYS_THE_SAME[kind]
    logger.error("api.request.failed error=%s", type(error).__name__, exc_info=error)
    return _INTERNAL_ERROR


def _invalid_request(error: ValidationError) -> Problem:
    parts = [
        {
            "location": ".".join(str(step) for step in part["loc"] if step not in _ARGUMENTS),
            "detail": _REWORDED.get(part["type"], str(part["msg"]).removeprefix("Value error, ")),
        }
        for part in error.errors
    ]
    detail = "; ".join(f"{part['location']}: {part['detail']}" for part in parts)
    return Problem(
        "invalid-request", "The request has parts that cannot be used", 422, f"{detail}.", {"errors": parts}
    )


def _unavailable(error: Exception) -> Problem:
    logger.error("api.database.unavailable error=%s", type(error).__name__, exc_info=error)
    return Problem(
        "unavailable",
        "The database cannot be reached",
        503,
        "Ask again in a few seconds.",
        headers=AGAIN_SOON,
    )


def _answer_failed(error: AnswerFailed) -> Problem:
    event = error.event
    name = event.type.removeprefix(TYPE_PREFIX)
    return Problem(name, event.title, 503, event.detail, headers=AGAIN_SOON)


_CATALOGUE: Mapping[type, Callable[[Any], Problem]] = {
    InvalidQuestion: lambda e: Problem("invalid-question", "The question cannot be searched", 422, str(e)),
    HistoryPruned: lambda e: Problem("history-pruned", "No such history", 422, str(e)),
    UnknownScope: lambda e: Problem("unknown-scope", "No such scope", 404, str(e)),
    NodeNotFound: lambda e: Problem("unknown-content", "No such content", 404, str(e)),
    ValidationError: _invalid_request,
    HttpError: lambda e: Problem(
        "bad-request", "The request cannot be read", e.status_code, f"{e}; send JSON."
    ),
    MethodNotAllowed: lambda e: Problem(
        "method-not-allowed", "Method not allowed", 405, str(e), headers={"Allow": e.allowed}
    ),
    OperationalError: _unavailable,
    InterfaceError: _unavailable,
    AnswerFailed: _answer_failed,
}

_ALWAYS_THE_SAME: Mapping[type, Problem] = {
    Http404: Problem(
        "not-found", "No such endpoint", 404, "Nothing is at this path; /api/v1/docs lists what is."
    ),
    RequestDataTooBig: Problem("too-large", "The request is too large", 413, "Send a shorter body."),
    SuspiciousOperation: Problem(
        "bad-request", "The request cannot be read", 400, "Check its Host header and its encoding."
    ),
    TooManyStreams: Problem(
        "busy",
        "Too many answers are being streamed",
        503,
        "Ask again in a few seconds.",
        headers=AGAIN_SOON,
    ),
    StreamNeedsAsgi: Problem(
        "stream-needs-asgi",
        "This server cannot stream",
        501,
        "Serve the site's ASGI application, with cogi.api.routing.http_routes before Django's own; "
        "POST /api/v1/answers gives the same answer whole.",
    ),
}

_INTERNAL_ERROR = Problem(
    "internal-error",
    "The request failed",
    500,
    "This is a fault of the service, not of your request; its operator finds it in the log.",
)
