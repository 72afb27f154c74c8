from __future__ import annotations

import pytest

from cogi.retrieval.errors import InvalidQuestion
from cogi.retrieval.questions import clean_question


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("  how   to\tlog in\n", "how to log in"),
        ("null\x00byte", "null byte"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("e\u0301cole", "école"),
    ],
)
def test_a_question_is_cleaned(typed: str, asked: str) -> None:
    assert clean_question(typed) == asked


@pytest.mark.parametrize("typed", ["", "   ", "\x00\x01"])
def test_an_empty_question_is_refused(typed: str) -> None:
    with pytest.raises(InvalidQuestion) as refused:
        clean_question(typed)
    assert str(refused.value) == "The question is empty. Write at least one word to search for."


def test_a_question_of_100_kilobytes_is_refused() -> None:
    with pytest.raises(InvalidQuestion) as refused:
        clean_question("word " * 20_000)
    assert str(refused.value) == (
        "The question has 100,000 characters; at most 2,000 can be searched. "
        "Shorten it to what you want to find."
    )
