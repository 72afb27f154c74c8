"""The answer's events as every surface sends them: whatever fails, sources first and one end."""

from __future__ import annotations

from collections.abc import Generator
from http import HTTPStatus
from typing import TYPE_CHECKING

from cogi.answers.asking import ask
from cogi.answers.events import Event, Failed, Sources
from cogi.api.errors import problem_for
from cogi.corpus.perimeter import perimeter_for

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

    from cogi.api.v1.schemas.answers import AnswerRequest


def answer_events(
    asked: AnswerRequest, *, user: AbstractBaseUser | AnonymousUser | None
) -> Generator[Event, None, None]:
    """Yield the events of one answer.

    Raises, before the first event only, what the caller of the API can mend (a problem below 500).
    """
    began = False
    try:
        events = ask(asked.q, perimeter=perimeter_for(user), scopes=asked.scopes or None)
        sources = next(events)
        began = True
        yield sources
        yield from events
    except Exception as exc:
        problem = problem_for(exc)
        if not began and problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        if not began:
            yield Sources(query=asked.q, sources=())
        yield Failed(type=problem.type, title=problem.title, detail=problem.detail)
