"""Recency: where the newest is asked for, newer pages move up; where a time is, pages dated within it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from cogi.retrieval.classifying.classes import QuestionClass
from cogi.retrieval.conf import conf
from cogi.retrieval.signals.head import Head, Said
from cogi.retrieval.times import LATEST, QuestionTime

KEYS = (
    "last_reviewed",
    "lastreviewed",
    "last-reviewed",
    "ms.date",
    "last_updated",
    "updated",
    "modified",
    "lastmod",
    "date",
)
"""Metadata in which pages state how new they are, the most telling first."""
HALF_LIFE_DAYS = 365.0
"""Days by which a page is older than the newest one found, for half as much."""
_NEWEST = re.compile(
    r"\b(?:latest|newest|recent(?:ly)?|current(?:ly)?|up[- ]to[- ]date|nowadays|what['’]?s new)\b",
    re.IGNORECASE,
)
_ISO = re.compile(r"((?:19|20)\d\d)-(\d\d)-(\d\d)")
_AMERICAN = re.compile(r"(\d\d?)/(\d\d?)/((?:19|20)\d\d)")


def recency(head: Head) -> Mapping[int, Said]:
    asked = next((time for time in head.mentions.times if time.begins_at or time.ends_at), None)
    if asked is None and not _asks_for_newest(head):
        return {}
    dated = {
        page_id: date
        for page_id, values in head.stated(*KEYS).items()
        if (date := _date(values[0])) is not None
    }
    if not dated:
        return {}
    most = conf.signals.get("recency", 1.0)
    if asked is not None:
        return {
            page_id: Said(most, f"{date:%Y-%m-%d}") for page_id, date in dated.items() if _within(date, asked)
        }
    # Counted from the newest that was found, not from today: tomorrow the order is the same.
    newest = max(dated.values())
    return {
        page_id: Said(1 + (most - 1) * 0.5 ** ((newest - date).days / HALF_LIFE_DAYS), f"{date:%Y-%m-%d}")
        for page_id, date in dated.items()
    }


def _asks_for_newest(head: Head) -> bool:
    releases = [time.release for time in head.mentions.times]
    if LATEST in releases or _NEWEST.search(head.asked.parsed.text):
        return True
    of_time = head.classified is not None and head.classified.question_class is QuestionClass.TEMPORAL
    return of_time and not releases


def _within(date: datetime, asked: QuestionTime) -> bool:
    begun = asked.begins_at is None or asked.begins_at <= date
    return begun and (asked.ends_at is None or date < asked.ends_at)


def _date(text: str) -> datetime | None:
    """Read ``2024-05-31``, or ``05/31/2024`` as Microsoft's ``ms.date`` has it."""
    if match := _ISO.match(text):
        year, month, day = map(int, match.groups())
    elif match := _AMERICAN.fullmatch(text):
        month, day, year = map(int, match.groups())
    else:
        return None
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        # Such as the 31st of June.
        return None
