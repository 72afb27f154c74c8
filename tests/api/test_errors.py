"""Each kind of failure has one problem document."""

from __future__ import annotations

import logging

import pytest
from django.db import DataError, OperationalError

from cogi.answers.encoding import AnswerFailed
from cogi.answers.events import Failed
from cogi.api.errors import problem_for


def test_a_database_that_cannot_be_reached_is_said_and_logged_without_its_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    problem = problem_for(OperationalError("connection to server at db.internal failed"))
    assert problem.document(instance="/api/v1/search") == {
        "type": "urn:cogi:problem:unavailable",
        "title": "The database cannot be reached",
        "status": 503,
        "detail": "Ask again in a few seconds.",
        "instance": "/api/v1/search",
    }
    assert problem.headers == {"Retry-After": "5"}
    assert caplog.messages == ["api.database.unavailable error=OperationalError"]


def test_what_is_not_in_the_catalogue_is_logged_and_tells_nothing_of_itself(
    caplog: pytest.LogCaptureFixture,
) -> None:
    problem = problem_for(DataError("invalid input syntax"))
    assert (problem.type, problem.status) == ("urn:cogi:problem:internal-error", 500)
    assert "syntax" not in problem.detail
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, "api.request.failed error=DataError")
    ]


def test_an_answer_that_failed_keeps_the_type_of_its_event() -> None:
    event = Failed(
        type="urn:cogi:problem:unavailable", title="The database cannot be reached", detail="Wait."
    )
    problem = problem_for(AnswerFailed(event))
    assert (problem.type, problem.status, problem.detail) == (event.type, 503, "Wait.")
