from __future__ import annotations

import json
import time
from importlib.resources import files

import pytest

from cogi.inference.wordpiece import UnsupportedTokenizerError, WordPieceTokenizer

SOURCE = (files("cogi.inference") / "data" / "all-minilm-l6-v2.tokenizer.json").read_bytes()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        # What the `tokenizers` package gives for the same file.
        ("", [101, 102]),
        ("How do I log a user in?", [101, 2129, 2079, 1045, 8833, 1037, 5310, 1999, 1029, 102]),
        (
            "QuerySet.select_related()",
            [101, 23032, 13462, 1012, 7276, 1035, 3141, 1006, 1007, 102],
        ),
        ("naïve Café", [101, 15743, 7668, 102]),
        ("東京 2", [101, 1879, 1755, 1016, 102]),
        ("zero\u200bwidth\ufffd", [101, 5717, 9148, 11927, 2232, 102]),
        ("“quoted”", [101, 1523, 9339, 1524, 102]),
        ("x" * 101, [101, 100, 102]),
        ("☃", [101, 100, 102]),
    ],
)
def test_ids_are_those_of_the_reference_tokenizer(text: str, ids: list[int]) -> None:
    assert WordPieceTokenizer(SOURCE, max_tokens=256).encode(text) == ids


def test_a_long_text_is_cut_at_the_limit_with_its_end_mark() -> None:
    ids = WordPieceTokenizer(SOURCE, max_tokens=5).encode("one two three four five six")
    assert ids == [101, 2028, 2048, 2093, 102]


def test_a_cased_model_keeps_case_and_accents() -> None:
    described = json.loads(SOURCE)
    described["normalizer"]["lowercase"] = False
    tokenizer = WordPieceTokenizer(json.dumps(described).encode(), max_tokens=16)
    assert tokenizer.encode("user USER É") == [101, 5310, 100, 100, 102]


def test_another_kind_of_tokenizer_says_what_to_use_instead() -> None:
    described = json.loads(SOURCE)
    described["model"]["type"] = "Unigram"
    with pytest.raises(UnsupportedTokenizerError) as caught:
        WordPieceTokenizer(json.dumps(described).encode(), max_tokens=16)
    assert str(caught.value) == (
        "tokenizer.json is of type Unigram, and only WordPiece (BERT) is read here. "
        "Serve the model over HTTP and use OpenAICompatibleEmbedder."
    )


def test_a_broken_file_is_refused() -> None:
    with pytest.raises(UnsupportedTokenizerError, match=r"tokenizer\.json cannot be read: KeyError"):
        WordPieceTokenizer(b"{}", max_tokens=16)


def test_it_tells_which_texts_it_reads_in_part() -> None:
    tokenizer = WordPieceTokenizer(SOURCE, max_tokens=5)
    assert [tokenizer.exceeds_limit(text) for text in ("", "one two three", "one two three four")] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("character", ["x", "é", "東", "-"])
def test_a_megabyte_without_a_blank_is_read_as_far_as_needed(character: str) -> None:
    tokenizer = WordPieceTokenizer(SOURCE, max_tokens=128)
    began = time.perf_counter()
    ids = tokenizer.encode(character * 1_000_000)
    assert time.perf_counter() - began < 1
    assert ids == tokenizer.encode(character * 1_000)


def test_a_pair_is_cut_within_the_limit_and_says_which_text_a_token_is_of() -> None:
    tokenizer = WordPieceTokenizer(SOURCE, max_tokens=10)
    assert tokenizer.encode_pair("one", "two three") == (
        [101, 2028, 102, 2048, 2093, 102],
        [0, 0, 0, 1, 1, 1],
    )
    ids, types = tokenizer.encode_pair("one two three four five", "one two three four five six")
    assert ids == [101, 2028, 2048, 2093, 102, 2028, 2048, 2093, 2176, 102]
    assert types == [0] * 5 + [1] * 5
