"""The moment that a question of state is about: “who owned X in May 2024” asks of the end of that month."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from cogi.retrieval.times import QuestionTime, Relation, times_in

_INSTANT = timedelta(microseconds=1)
_STATES = frozenset({Relation.AS_OF, Relation.IN, Relation.BEFORE, Relation.UNTIL})
"""Relations that name a moment; what holds since a day, or after it, holds now."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A question without the date that it names, and the last instant that the date leaves; None is now."""

    question: str
    valid_at: datetime | None = None


def dated(question: str, *, now: datetime) -> Dated:
    """Take the first date out of ``question``; one that lies ahead, or that holds ``now``, means now."""
    text = " ".join(question.split())
    named = next((time for time in times_in(text, now=now) if _names_moment(time)), None)
    if named is None or named.ends_at is None:
        return Dated(question)
    rest = " ".join(text.replace(named.text, " ", 1).split()).strip(" ,;")
    return Dated(rest, named.ends_at - _INSTANT if named.ends_at <= now else None)


def _names_moment(time: QuestionTime) -> bool:
    return time.relation in _STATES and time.ends_at is not None
