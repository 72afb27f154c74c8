from __future__ import annotations

from cogi.index.vocabulary import Vocabulary, pack


def vocabulary(**surfaces: str) -> Vocabulary:
    return Vocabulary(pack(surfaces))


def test_a_prefix_finds_the_written_forms_that_begin_with_it() -> None:
    words = vocabulary(Authentication="authent", authenticate="authent", author="author", bear="bear")
    assert list(words.with_prefix("Auth", limit=10)) == [
        ("authenticate", "authent"),
        ("authentication", "authent"),
        ("author", "author"),
    ]


def test_a_prefix_search_stops_at_its_limit() -> None:
    words = vocabulary(aa="aa", ab="ab", ac="ac")
    assert list(words.with_prefix("a", limit=2)) == [("aa", "aa"), ("ab", "ab")]


def test_a_prefix_beyond_the_last_word_finds_nothing() -> None:
    assert list(vocabulary(a="a").with_prefix("zz", limit=5)) == []


def test_an_empty_vocabulary_has_no_entries() -> None:
    empty = vocabulary()
    assert (len(empty), list(empty.entries())) == (0, [])
