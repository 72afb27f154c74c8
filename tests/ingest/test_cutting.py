from __future__ import annotations

import pytest

from cogi.corpus.classification import Classification, Span
from cogi.ingest.cutting import count_words, pieces_of
from cogi.ingest.documents import Block, BlockKind


def cut(kind: BlockKind, text: str, *, max_words: int, language: str = "") -> list[str]:
    return [piece.text for piece in pieces_of(Block(kind, text, language), max_words=max_words)]


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), ("one two\nthree", 3), ("日本語 text", 4), ("foo.bar(baz)", 1)]
)
def test_words_are_counted_in_scripts_with_and_without_spaces(text: str, words: int) -> None:
    assert count_words(text) == words


def test_a_block_that_fits_stays_whole() -> None:
    assert cut("paragraph", "One. Two. Three.", max_words=3) == ["One. Two. Three."]


def test_code_is_fenced_with_its_language_and_a_fence_longer_than_any_inside() -> None:
    assert cut("code", "x = 1", max_words=9, language="python") == ["```python\nx = 1\n```"]
    assert cut("code", "```\ninner\n```", max_words=9) == ["````\n```\ninner\n```\n````"]


def test_long_code_is_cut_between_lines_and_keeps_its_indentation() -> None:
    code = "if a:\n    b = 1\n\n    c = 2"

    assert cut("code", code, max_words=5) == ["```\nif a:\n    b = 1\n```", "```\n    c = 2\n```"]


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    text = "One two three. Four five six! Seven eight?"

    assert cut("paragraph", text, max_words=6) == ["One two three. Four five six!", "Seven eight?"]


def test_a_sentence_that_is_too_long_is_cut_between_words() -> None:
    assert cut("paragraph", "a b c d e. F g.", max_words=3) == ["a b c", "d e.", "F g."]


def test_text_without_spaces_is_cut_too() -> None:
    assert cut("paragraph", "日本語文書", max_words=2) == ["日本", "語文", "書"]


def test_a_long_table_repeats_its_header() -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"

    assert cut("table", table, max_words=12) == [
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "| a | b |\n|---|---|\n| 3 | 4 |",
    ]


def test_a_long_list_is_cut_between_items_with_what_is_nested_in_them() -> None:
    items = "- one two\n  - inner\n- three four\n- five"

    assert cut("list", items, max_words=6) == ["- one two\n  - inner", "- three four\n- five"]


def test_an_item_that_is_too_long_is_cut_between_its_lines() -> None:
    assert cut("list", "- a b c\n  d e f\n- g", max_words=4) == ["- a b c", "  d e f", "- g"]


def test_every_word_survives_cutting_once() -> None:
    text = " ".join(f"w{i}{'.' if i % 7 == 0 else ''}" for i in range(200))

    assert " ".join(cut("paragraph", text, max_words=13)).split() == text.split()


def test_spans_follow_the_text_into_its_pieces() -> None:
    level = Classification.RESTRICTED
    block = Block("paragraph", "One two. Key abc.", spans=(Span(13, 16, level),))

    first, second = pieces_of(block, max_words=2)

    assert first.spans == ()
    assert second.spans == (Span(4, 7, level),)
    assert second.text[4:7] == "abc"


def test_spans_are_shifted_by_the_fence() -> None:
    level = Classification.RESTRICTED
    (piece,) = pieces_of(Block("code", "key=abc", "ini", (Span(4, 7, level),)), max_words=9)

    (span,) = piece.spans
    assert piece.text[span.start : span.end] == "abc"
