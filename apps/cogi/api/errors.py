"""Maps every error to its problem document: once, here, for all surfaces of the API."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404
from ninja.errors import HttpError, ValidationError

from cogi.api.problems import Problem
from cogi.api.slots import TooManyStreams
from cogi.retrieval.errors import InvalidQuestion, NodeNotFound, UnknownScope

if TYPE_CHECKING:
    from cogi.answers.events import Failed

logger = logging.getLogger(__name__)

# Names that the endpoints' functions give to their arguments; a caller of the API never wrote them.
_ARGUMENTS = frozenset({"parameters", "asked"})


class MethodNotAllowed(Exception):
    def __init__(self, method: str, *, allowed: Iterable[str]) -> None:
        self.allowed = ", ".join(allowed)
        super().__init__(f"{method} is not offered here; use {self.allowed}.")


class StreamNeedsAsgi(Exception):
    """Django was asked for a stream, which only the ASGI routes serve."""


class AnswerFailed(Exception):
    """An answer that was asked for whole ended in an error event."""

    def __init__(self, event: Failed) -> None:
        self.event = event
        super().__init__(event.detail)


def problem_for(error: Exception) -> Problem:
    """Return the problem document for ``error``; what is not in the catalogue tells nothing of itself."""
    for kind in type(error).__mro__:
        if kind in _CATALOGUE:
            return _CATALOGUE[kind](error)
    logger.error("api.request.failed error=%s", type(error).__name__, exc_info=error)
    return Problem(
        name="internal-error",
        title="The request failed",
        status=500,
        detail="This is a fault of the service, not of your request; its operator finds it in the log.",
    )


def _invalid_question(error: InvalidQuestion) -> Problem:
    return Problem("invalid-question", "The question cannot be searched", 422, str(error))


def _unknown_scope(error: UnknownScope) -> Problem:
    return Problem("unknown-scope", "No such scope", 404, str(error))


def _unknown_content(error: NodeNotFound) -> Problem:
    return Problem("unknown-content", "No such content", 404, str(error))


def _invalid_request(error: ValidationError) -> Problem:
    parts = [
        {
            "location": ".".join(str(step) for step in part["loc"] if step not in _ARGUMENTS),
            "detail": str(part["msg"]).removeprefix("Value error, "),
        }
        for part in error.errors
    ]
    detail = "; ".join(": ".join(filter(None, part.values())) for part in parts)
    return Problem(
        "invalid-request", "The request has parts that cannot be used", 422, f"{detail}.", {"errors": parts}
    )


def _http_error(error: HttpError) -> Problem:
    return Problem("bad-request", "The request cannot be read", error.status_code, f"{error}; send JSON.")


def _not_found(_: Http404) -> Problem:
    return Problem(
        "not-found", "No such endpoint", 404, "Nothing is at this path; /api/v1/docs lists what is."
    )


def _method_not_allowed(error: MethodNotAllowed) -> Problem:
    return Problem(
        "method-not-allowed", "Method not allowed", 405, str(error), headers={"Allow": error.allowed}
    )


def _too_big(_: RequestDataTooBig) -> Problem:
    return Problem("too-large", "The request is too large", 413, "Send a shorter body.")


def _suspicious(_: SuspiciousOperation) -> Problem:
    return Problem("bad-request", "The request cannot be read", 400, "Check its Host header and encoding.")


def _too_many_streams(_: TooManyStreams) -> Problem:
    return Problem(
        "busy",
        "Too many answers are being streamed",
        503,
        "Ask again in a few seconds.",
        headers={"Retry-After": "5"},
    )


def _unavailable(error: Exception) -> Problem:
    logger.error("api.database.unavailable error=%s", type(error).__name__, exc_info=error)
    return Problem(
        "unavailable",
        "The database cannot be reached",
        503,
        "Ask again in a few seconds.",
        headers={"Retry-After": "5"},
    )


def _stream_needs_asgi(_: StreamNeedsAsgi) -> Problem:
    return Problem(
        "stream-needs-asgi",
        "This server cannot stream",
        501,
        "Serve the site's ASGI application, with cogi.api.routing.http_routes before Django's own; "
        "POST /api/v1/answers gives the same answer whole.",
    )


def _answer_failed(error: AnswerFailed) -> Problem:
    event = error.event
    return Problem(event.type.rpartition(":")[2], event.title, 500, event.detail)


_CATALOGUE: Mapping[type, Callable[[Any], Problem]] = {
    InvalidQuestion: _invalid_question,
    UnknownScope: _unknown_scope,
    NodeNotFound: _unknown_content,
    ValidationError: _invalid_request,
    HttpError: _http_error,
    Http404: _not_found,
    MethodNotAllowed: _method_not_allowed,
    RequestDataTooBig: _too_big,
    SuspiciousOperation: _suspicious,
    TooManyStreams: _too_many_streams,
    OperationalError: _unavailable,
    InterfaceError: _unavailable,
    StreamNeedsAsgi: _stream_needs_asgi,
    AnswerFailed: _answer_failed,
}
