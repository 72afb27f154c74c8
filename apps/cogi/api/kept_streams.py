"""Keeps streamed answers for those who lost the connection: only who sees the same finds one again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from django.core.cache import caches

from cogi.answers.asking import Interrupted
from cogi.answers.events import Event, Sources, Token
from cogi.api.conf import conf
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import perimeter_for

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

    from cogi.api.v1.schemas.answers import AnswerRequest

logger = logging.getLogger(__name__)


def binding_of(asked: AnswerRequest, *, user: AbstractBaseUser | AnonymousUser | None) -> str:
    """Return a digest of what an answer was asked by, and of all that decides what its viewer may see.

    It is another one as soon as a scope that the viewer sees has a new version, as a reclassification gives
    it. Read before the answer, it never names an older answer than it says.
    """
    perimeter = perimeter_for(user)
    versions = sorted(Scope.objects.within(perimeter).values_list("pk", "version"))
    depends_on = (user.pk if user else None, perimeter.digest, versions, asked.model_dump_json())
    return sha256(repr(depends_on).encode()).hexdigest()


def keep_stream(stream: str, events: Sequence[Event], *, binding: str) -> None:
    """Keep the events that were sent so far for ``COGI_API_RESUME_SECONDS``."""
    if not conf.resume_seconds or not events or len(_text_of(events)) > conf.resume_characters:
        return
    try:
        caches[conf.resume_cache].set(_key(stream, binding), tuple(events), conf.resume_seconds)
    except Exception as error:  # noqa: BLE001 - each backend has its own; the answer is given already
        logger.warning("api.stream.not_kept error=%s", type(error).__name__)


def kept_stream(stream: str, *, binding: str) -> Sequence[Event]:
    """Return the events that were kept; none when there is no such stream for who asks."""
    try:
        events: Sequence[Event] = caches[conf.resume_cache].get(_key(stream, binding), ())
    except Exception as error:  # noqa: BLE001 - each backend has its own; the question is answered anew
        logger.warning("api.stream.not_found error=%s", type(error).__name__)
        return ()
    return events


def interruption(events: Sequence[Event]) -> Interrupted | None:
    """Return where the stream of ``events`` broke off; None when it had not yet shown its sources."""
    first = events[0] if events else None
    return Interrupted(first, _text_of(events)) if isinstance(first, Sources) else None


def _text_of(events: Sequence[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, Token))


def _key(stream: str, binding: str) -> str:
    return f"cogi:stream:{stream}:{binding}"
