"""What a question says of time: dates, stretches of time and releases, each with how it is related to."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

LATEST, PREVIOUS, NEXT, FIRST = "latest", "previous", "next", "first"
"""Releases that a question counts from the newest or the oldest one."""


class Relation(StrEnum):
    """How what is asked about lies to the time that is named."""

    IN = "in"
    AS_OF = "as of"
    BEFORE = "before"
    UNTIL = "until"
    SINCE = "since"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class QuestionTime:
    """A time in a question: ``text`` as it is written there.

    ``begins_at`` to ``ends_at`` is the half-open time, in UTC, that is meant (None: unbounded): what comes
    before May ends as May begins. ``release`` is a version as the question names it, or one of ``LATEST``,
    ``PREVIOUS``, ``NEXT`` and ``FIRST``; when it was, the question does not say, so both ends are None.
    ``is_relative`` says that the time was counted from the day of asking.
    """

    text: str
    relation: Relation
    begins_at: datetime | None = None
    ends_at: datetime | None = None
    release: str = ""
    is_relative: bool = False


_HOW = {
    "as of": Relation.AS_OF,
    "as at": Relation.AS_OF,
    "before": Relation.BEFORE,
    "prior to": Relation.BEFORE,
    "until": Relation.UNTIL,
    "till": Relation.UNTIL,
    "up to": Relation.UNTIL,
    "by": Relation.UNTIL,
    "since": Relation.SINCE,
    "from": Relation.SINCE,
    "after": Relation.AFTER,
    "in": Relation.IN,
    "on": Relation.IN,
    "of": Relation.IN,
    "for": Relation.IN,
    "to": Relation.IN,
    "with": Relation.IN,
    "under": Relation.IN,
    "during": Relation.IN,
}
_ORDER = {
    "last": LATEST,
    "latest": LATEST,
    "newest": LATEST,
    "current": LATEST,
    "previous": PREVIOUS,
    "next": NEXT,
    "upcoming": NEXT,
    "first": FIRST,
}
_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_YEAR = r"(?:19|20)\d\d"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
# A month or a year alone may be a verb, a name or a number; after a preposition it is a time.
_DATE = rf"{_YEAR}-\d\d(?:-\d\d)?|(?:{_DAY} (?:of )?)?(?:{_MONTH})\.?(?: {_DAY})?,? {_YEAR}|q[1-4] {_YEAR}"
_PART = rf"(?:{_DAY} (?:of )?(?:{_MONTH})|(?:{_MONTH})\.? {_DAY}|(?:{_MONTH})|{_YEAR})"
_COUNTED = (
    r"yesterday|today|(?:a|one|two|three|\d{1,3}) (?:day|week|month|year)s? ago"
    r"|(?:last|past|previous|this|next) (?:year|month|week|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?"
)
_NUMBER = r"\d{1,4}(?:\.(?:\d{1,4}|x)){1,2}"
_UNIT = r"(?! ?(?:%|(?:[kmgt]i?b|m?s|seconds?|minutes?|hours?|x|times|percent|px|pt|em|rem)\b))"
_TIME = re.compile(
    rf"(?<![\w.\-/])(?:(?P<how>{'|'.join(_HOW)}) (?:the )?)?(?:"
    rf"(?P<order>{'|'.join(_ORDER)}) (?:(?:stable|minor|major) )?(?:release|version)"
    rf"|(?P<name>[a-z][\w+#-]* )?(?:version |release |v\.? ?)(?P<said>\d{{1,4}}(?:\.(?:\d{{1,4}}|x)){{0,2}})"
    rf"|(?P<product>[a-z][\w+#-]* )?(?P<number>{_NUMBER}){_UNIT}"
    rf"|(?P<counted>{_COUNTED})|(?P<date>{_DATE})|(?P<part>{_PART})"
    r")(?![\w\-/]|\.\d)"
)
_LIKELY = re.compile(rf"\d|\b(?:{'|'.join(_ORDER)}|{_MONTH}|past|this|today|yesterday|ago)\b")
_SPACE = re.compile(r"\s+")
_ALIGNED = {"year": 12, "quarter": 3, "month": 1}
"""Months of a period that begins with one."""


def times_in(question: str, *, now: datetime, products: Collection[str] = ()) -> list[QuestionTime]:
    """Return the times that ``question`` names, in their order; those counted from today, from ``now``'s day.

    A bare number such as 5.1 is a release where a preposition, ``version`` or one of ``products`` (in lower
    case) stands before it.
    """
    text = _SPACE.sub(" ", question).strip()
    lower = text.lower()
    # Case-folding may change a text's length, and then its places.
    if not _LIKELY.search(lower) or len(lower) != len(text):
        return []
    found = (_read(match, text[slice(*match.span())], now, products) for match in _TIME.finditer(lower))
    return [time for time in found if time is not None]


def _read(match: re.Match[str], text: str, now: datetime, products: Collection[str]) -> QuestionTime | None:
    how = match["how"]
    relation = _HOW[how] if how else Relation.IN
    if match["order"]:
        return QuestionTime(text, relation, release=_ORDER[match["order"]])
    if match["said"]:
        return QuestionTime(text, relation, release=match["said"])
    if match["number"]:
        product = (match["product"] or "").strip()
        is_release = product in products if product else bool(how)
        return QuestionTime(text, relation, release=match["number"]) if is_release else None
    if match["part"] and not how:
        return None
    named = match["counted"] or match["date"] or match["part"]
    return _dated(text, relation, named, now, is_relative=not re.search(_YEAR, named))


def _dated(
    text: str, relation: Relation, named: str, now: datetime, *, is_relative: bool
) -> QuestionTime | None:
    period = _period(named, now)
    if period is None:
        return None
    begins, ends = period
    meant: dict[Relation, tuple[datetime | None, datetime | None]] = {
        Relation.BEFORE: (None, begins),
        Relation.UNTIL: (None, ends),
        Relation.SINCE: (begins, None),
        Relation.AFTER: (ends, None),
    }
    return QuestionTime(text, relation, *meant.get(relation, period), is_relative=is_relative)


def _period(named: str, now: datetime) -> tuple[datetime, datetime] | None:
    """Return when the period that is named begins and when the next one does."""
    read = _date_parser(now).get_date_data(re.sub(r"\b(?:past|previous) ", "last ", named))
    if read.date_obj is None:
        return None
    day = read.date_obj.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=UTC)
    if read.period in _ALIGNED:
        months = _ALIGNED[read.period]
        begins = day.replace(day=1, month=day.month - (day.month - 1) % months)
        return begins, _months_later(begins, months)
    if read.period == "week":
        begins = day - timedelta(days=day.weekday())
        return begins, begins + timedelta(days=7)
    return day, day + timedelta(days=1)


def _months_later(day: datetime, months: int) -> datetime:
    years, month = divmod(day.month - 1 + months, 12)
    return day.replace(year=day.year + years, month=month + 1)


def _date_parser(now: datetime) -> Any:
    # Loading it takes longer than a search may; most processes' questions name no time.
    from dateparser.date import DateDataParser  # noqa: PLC0415

    # It keeps every set of settings that it ever saw: one a day.
    day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return DateDataParser(
        languages=["en"],
        settings={
            "RELATIVE_BASE": day,
            "PREFER_DATES_FROM": "past",
            "PREFER_DAY_OF_MONTH": "first",
            "TIMEZONE": "UTC",
            "RETURN_AS_TIMEZONE_AWARE": False,
        },
    )
