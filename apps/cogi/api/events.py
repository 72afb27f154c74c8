"""The answer's events as every surface sends them: whatever fails, sources first and one end."""

from __future__ import annotations

from collections.abc import Generator
from http import HTTPStatus
from typing import TYPE_CHECKING

from cogi.answers.asking import Interrupted, SourcesChanged, ask
from cogi.answers.events import Event, Failed, Sources
from cogi.api.errors import problem_for
from cogi.corpus.perimeter import perimeter_for
from cogi.inference.cancellation import Cancellation

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

    from cogi.api.v1.schemas.answers import AnswerRequest


def answer_events(
    asked: AnswerRequest,
    *,
    user: AbstractBaseUser | AnonymousUser | None,
    cancellation: Cancellation,
    interrupted: Interrupted | None = None,
) -> Generator[Event, None, None]:
    """Yield the events of one answer, or of the rest of one that was ``interrupted``.

    Raises, before the first event only, what the caller of the API can mend (a problem below 500), and
    ``SourcesChanged``.
    """
    began = False
    try:
        events = ask(
            asked.q,
            perimeter=perimeter_for(user),
            scopes=asked.scopes or None,
            turns=asked.earlier(),
            cancellation=cancellation,
            interrupted=interrupted,
        )
        sources = next(events)
        began = True
        yield sources
        yield from events
    except SourcesChanged:
        raise
    except Exception as exc:
        problem = problem_for(exc)
        if not began and problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        if not began:
            yield Sources(query=asked.q, sources=())
        yield Failed(type=problem.type, title=problem.title, detail=problem.detail)
