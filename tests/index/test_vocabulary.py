from __future__ import annotations

from cogi.index.vocabulary import Vocabulary, pack

WORDS = {
    ("authenticate", "authent"),
    ("authentication", "authent"),
    ("author", "author"),
    ("bear", "bear"),
}
FREQUENCIES = {"authent": 7, "author": 2, "bear": 1}


def vocabulary() -> Vocabulary:
    return Vocabulary(pack(WORDS, FREQUENCIES))


def test_a_prefix_finds_the_written_forms_that_begin_with_it() -> None:
    assert list(vocabulary().with_prefix("Auth", limit=10)) == [
        ("authenticate", "authent", 7),
        ("authentication", "authent", 7),
        ("author", "author", 2),
    ]


def test_a_prefix_of_too_many_finds_the_most_frequent() -> None:
    frequent = {surface for surface, _, _ in vocabulary().with_prefix("a", limit=2)}
    assert frequent == {"authenticate", "authentication"}


def test_a_prefix_of_marks_alone_finds_nothing() -> None:
    assert list(vocabulary().with_prefix("\u0301", limit=5)) == []


def test_a_prefix_beyond_the_last_word_finds_nothing() -> None:
    assert list(vocabulary().with_prefix("zz", limit=5)) == []


def test_words_that_may_be_meant_are_among_the_alike() -> None:
    assert {surface for surface, _, _ in vocabulary().alike("auhtor", edits=1)} == {"author"}
    assert list(vocabulary().alike("beer", edits=1)) == [("bear", "bear", 1)]
    assert list(vocabulary().alike("elephants", edits=1)) == []


def test_a_lexeme_that_stands_nowhere_is_left_out() -> None:
    assert list(Vocabulary(pack(WORDS, {"bear": 1})).entries()) == [("bear", "bear")]


def test_an_empty_vocabulary_has_no_entries() -> None:
    empty = Vocabulary(pack(set(), {}))
    assert (len(empty), list(empty.entries()), list(empty.alike("word", edits=1))) == (0, [], [])
