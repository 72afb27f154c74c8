from __future__ import annotations

import pytest

from cogi.answers.citations import cited_numbers, keep_citations


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("Both. [2] One. [1] Again. [2]", [1, 2]),
        ("Together. [1, 3; 4]", [1, 3, 4]),
        ("In code `items[1]` and\n\n```\nx = y[2]\n```\n", []),
        ("An index a[1], a chain x[0][1], a link [1](https://docs.example/).", []),
        ("None.", []),
    ],
)
def test_citations_are_found_in_prose_only(answer: str, numbers: list[int]) -> None:
    assert cited_numbers(answer) == numbers


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Yes. [1][7]", "Yes. [1]"),
        ("Yes. [1, 7]", "Yes. [1]"),
        ("Yes. [1] [7]", "Yes. [1] "),
        ("a[7]", "a[7]"),
    ],
)
def test_unknown_numbers_go(text: str, kept: str) -> None:
    assert keep_citations(text, {1, 2}) == kept
