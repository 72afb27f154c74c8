from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest

from cogi.retrieval.times import QuestionTime, Relation, times_in

NOW = datetime(2026, 12, 1, 7, 30, tzinfo=UTC)  # a Tuesday


def at(year: int, month: int = 1, day: int = 1) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


IN, BEFORE, SINCE = Relation.IN, Relation.BEFORE, Relation.SINCE
DATED = {
    "what changed in June": QuestionTime("in June", IN, at(2026, 6), at(2026, 7), is_relative=True),
    "new in december?": QuestionTime("in december", IN, at(2026, 12), at(2027), is_relative=True),
    "status as of 2024-05": QuestionTime("as of 2024-05", Relation.AS_OF, at(2024, 5), at(2024, 6)),
    "notes by 31 December 2024": QuestionTime("by 31 December 2024", Relation.UNTIL, None, at(2025)),
    "before the 3rd of May 2024": QuestionTime("before the 3rd of May 2024", BEFORE, None, at(2024, 5, 3)),
    "gone since March 2023": QuestionTime("since March 2023", SINCE, at(2023, 3)),
    "after 2024-02-29": QuestionTime("after 2024-02-29", Relation.AFTER, at(2024, 3)),
    "news of Q3 2024": QuestionTime("of Q3 2024", IN, at(2024, 7), at(2024, 10)),
    "what was decided in 2024": QuestionTime("in 2024", IN, at(2024), at(2025)),
    "yesterday’s": QuestionTime("yesterday", IN, at(2026, 11, 30), at(2026, 12), is_relative=True),
    "news last week": QuestionTime("last week", IN, at(2026, 11, 23), at(2026, 11, 30), is_relative=True),
    "in the past month": QuestionTime("in the past month", IN, at(2026, 11), at(2026, 12), is_relative=True),
    "two years ago": QuestionTime("two years ago", IN, at(2024), at(2025), is_relative=True),
    "since last monday": QuestionTime("since last monday", SINCE, at(2026, 11, 30), is_relative=True),
}


@pytest.mark.parametrize("question", DATED)
def test_a_time_is_read_as_what_is_meant(question: str) -> None:
    assert times_in(question, now=NOW) == [DATED[question]]


@pytest.mark.parametrize(
    ("question", "relation", "release"),
    [
        ("how was it before 5.1", "before", "5.1"),
        ("what is new in Django 5.2?", "in", "5.2"),
        ("django 5.1 settings", "in", "5.1"),
        ("version 4 of the API", "in", "4"),
        ("gone since v2.0.1", "since", "2.0.1"),
        ("what came with the last release", "in", "latest"),
        ("changed in the newest stable version", "in", "latest"),
        ("since the previous release", "since", "previous"),
        ("is it in the upcoming version", "in", "next"),
        ("when was the first release", "in", "first"),
    ],
)
def test_a_release_is_named(question: str, relation: str, release: str) -> None:
    (found,) = times_in(question, now=NOW, products={"django"})
    assert (found.relation, found.release, found.begins_at, found.ends_at) == (relation, release, None, None)


def test_a_question_may_name_several() -> None:
    found = times_in("upgrade from 4.2 to 5.0 in May 2025", now=NOW)
    assert [(each.relation, each.release or each.begins_at) for each in found] == [
        (Relation.SINCE, "4.2"),
        (Relation.IN, "5.0"),
        (Relation.IN, at(2025, 5)),
    ]


@pytest.mark.parametrize(
    "question",
    [
        "how may I march on",
        "a timeout of 0.5 seconds",
        "a limit of 1.5 GB",
        "MySQL error 2013",
        "127.0.0.1 is refused",
        "python 3.12 wheels",
        "node:18.2 over http/1.1",
        "in June 31 2024",
        "the İstanbul guide in May 2024",
        "how do I log a user in",
        "",
    ],
)
def test_numbers_and_verbs_are_no_times(question: str) -> None:
    assert times_in(question, now=NOW, products={"django"}) == []


def test_days_are_those_of_utc() -> None:
    late = datetime(2026, 12, 1, 23, 30, tzinfo=timezone(-timedelta(hours=5)))
    assert times_in("today", now=late)[0].begins_at == at(2026, 12, 2)


def test_a_long_question_is_read_in_time() -> None:
    text = "in the last " * 160
    began = datetime.now(UTC)
    assert times_in(text, now=NOW) == []
    assert datetime.now(UTC) - began < timedelta(seconds=0.2)


def test_the_date_parser_is_loaded_by_the_first_question_that_needs_it() -> None:
    code = (
        "import sys; from datetime import datetime, UTC; from cogi.retrieval.times import times_in;"
        "times_in('how do I log in with 5.1', now=datetime.now(UTC)); print('dateparser' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": "apps"}
    )
    assert run.stdout.strip() == "False"
