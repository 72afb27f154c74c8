"""A question that leans on the ones before it is completed from their words, and no other is changed."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from cogi.answers.turns import Turn, complete_question, last_turns

LEANING = [
    (("What is the default of DEBUG?", "How do I change it?"), "How do I change default DEBUG?"),
    (("What is CONN_MAX_AGE?", "when was it added?"), "when was CONN_MAX_AGE added?"),
    (
        ("How do I create a GIN index in PostgreSQL?", "and for MySQL?"),
        "and for MySQL? create GIN index PostgreSQL",
    ),
    (
        ("What does select_related do?", "What about prefetch_related?"),
        "What about prefetch_related? select_related",
    ),
    (
        ("What is the default of DEBUG?", "How do I change it?", "and in production?"),
        "and in production? change default DEBUG",
    ),
    (("What is a signal?", "Why?"), "Why? signal"),
    (("How do I use sessions?", "How do I delete one?"), "How do I delete sessions?"),
    (("What are the limits of `max_length`?", "Can they be changed?"), "Can limits `max_length` be changed?"),
]


@pytest.mark.parametrize(("asked", "completed"), LEANING)
def test_a_question_that_leans_is_completed(asked: tuple[str, ...], completed: str) -> None:
    *before, question = asked
    assert complete_question(question, [Turn(each) for each in before]) == completed


@pytest.mark.parametrize(
    "question",
    [
        "What is a formset?",
        "How do I write a test that checks whether the user is logged in?",
        "Then there is the matter of how caches are invalidated by a signal",
        "django.utils.this_module",
        "Wie ändere ich das Passwort eines Benutzers?",
    ],
)
def test_a_question_that_stands_alone_is_left_as_it_is(question: str) -> None:
    assert complete_question(question, [Turn("How do I log a user in?")]) == question


def test_without_earlier_turns_nothing_is_added() -> None:
    assert complete_question("How do I change it?", []) == "How do I change it?"


def test_only_so_many_words_are_added() -> None:
    before = Turn(" ".join(f"word{number}" for number in range(50)))
    assert len(complete_question("and then?", [before]).split()) == 14


def test_only_the_last_turns_count_and_each_is_cut(settings: Settings) -> None:
    settings.COGI_ANSWER_TURNS = 2
    settings.COGI_ANSWER_TURN_CHARACTERS = 3
    turns = [Turn("first"), Turn("second", "answer"), Turn("third")]
    assert last_turns(turns) == [Turn("sec", "ans"), Turn("thi")]
    settings.COGI_ANSWER_TURNS = 0
    assert last_turns(turns) == []
