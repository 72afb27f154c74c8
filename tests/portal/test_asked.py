"""Tests of the page's state in its address."""

from __future__ import annotations

import pytest

from cogi.portal.asked import Asked


def test_an_address_is_read_and_written_without_loss() -> None:
    asked = Asked.read({"q": "a & b", "scope": "django/5.2/en", "ask": "1", "offset": "20"})

    assert asked == Asked("a & b", "django/5.2/en", ask=True, offset=20)
    assert asked.address == "?q=a+%26+b&scope=django%2F5.2%2Fen&ask=1&offset=20"


def test_what_is_not_asked_is_not_in_the_address() -> None:
    assert Asked("login").address == "?q=login"


@pytest.mark.parametrize("offset", ["-1", "x", "1e3", "", "123456", "½"])
def test_an_offset_that_is_no_number_is_the_beginning(offset: str) -> None:
    assert Asked.read({"q": "login", "offset": offset}).offset == 0


@pytest.mark.parametrize(
    ("parameters", "view"),
    [({}, "home"), ({"q": " "}, "home"), ({"q": " ", "ask": "1"}, "home"), ({"q": "x"}, "results")],
)
def test_without_a_question_there_is_nothing_to_answer(parameters: dict[str, str], view: str) -> None:
    assert Asked.read(parameters).view == view


def test_asking_opens_the_answer() -> None:
    assert Asked.read({"q": "x", "ask": "1"}).view == "answer"


def test_other_views_of_the_same_question_have_addresses() -> None:
    asked = Asked("x", "a/1/en", ask=True, offset=10)

    assert asked.results_address == "?q=x&scope=a%2F1%2Fen"
    assert asked.ask_address == "?q=x&scope=a%2F1%2Fen&ask=1"
    assert asked.everywhere_address == "?q=x&ask=1"


def test_another_question_starts_at_its_first_result() -> None:
    asked = Asked("x", "a/1/en", ask=True, offset=10)

    assert asked.asking("y kind:page") == Asked("y kind:page", "a/1/en")
