from __future__ import annotations

import pytest

from cogi.index.analysis import analyzer


@pytest.mark.parametrize(
    ("text", "lexemes"),
    [
        ("select_related()", ["select_related", "select", "relat"]),
        ("CONN_MAX_AGE", ["conn_max_age", "conn", "max", "age"]),
        ("--fake-initial", ["--fake-initial", "fake-initial", "fake", "initi"]),
        ("HTTP2Server", ["http2server", "http", "server"]),
        ("QuerySet", ["queryset", "queri", "set"]),
        ("dotted.path.name", ["dotted.path.name", "dot", "path", "name"]),
        ("pkg::name", ["pkg::name", "pkg", "name"]),
        ("v1.2.3", ["1.2.3"]),
        ("C++", ["c++", "c"]),
        (".NET", [".net", "net"]),
        ("@decorator", ["@decorator", "decor"]),
        ("topics/auth/default.txt", ["topics/auth/default.txt", "topic", "auth", "default", "txt"]),
        ("__init__", ["__init__", "init"]),
    ],
)
def test_an_identifier_is_kept_whole_and_split(text: str, lexemes: list[str]) -> None:
    assert analyzer("english").lexemes(text) == lexemes


def test_words_are_folded_stemmed_and_stop_words_dropped() -> None:
    assert analyzer("english").lexemes("How do I log the Users in?") == ["log", "user"]


def test_a_possessive_is_the_word_itself() -> None:
    assert analyzer("english").lexemes("the user's model") == ["user", "model"]


def test_a_stop_word_counts_as_a_position() -> None:
    words = list(analyzer("english").words("cat and dog"))
    assert [expansion for _, expansion in words] == [((("cat", 0),), 1), ((), 1), ((("dog", 0),), 1)]


def test_a_compound_takes_as_many_positions_as_it_has_words() -> None:
    (_, (lexemes, width)), *_ = analyzer("english").words("read_only_mode")
    assert lexemes == (("read_only_mode", 0), ("read", 0), ("mode", 2))
    assert width == 3


@pytest.mark.parametrize(
    ("language", "written", "typed"),
    [
        ("french", "les écoles", "ecole"),
        ("german", "Die Häuser", "haus"),
        ("russian", "документации", "документация"),
        ("spanish", "configuración", "configuracion"),
        ("simple", "Straße", "STRASSE"),
    ],
)
def test_a_word_is_found_as_people_type_it(language: str, written: str, typed: str) -> None:
    assert set(analyzer(language).lexemes(typed)) <= set(analyzer(language).lexemes(written))


@pytest.mark.parametrize(
    ("language", "stop_word"), [("english", "the"), ("german", "und"), ("french", "des"), ("russian", "и")]
)
def test_a_stop_word_of_the_language_gives_nothing(language: str, stop_word: str) -> None:
    assert analyzer(language).lexemes(stop_word) == []


def test_cjk_text_gives_bigrams_beside_other_words() -> None:
    assert analyzer("simple").lexemes("Djangoの検索機能") == ["django", "の検", "検索", "索機", "機能"]


def test_a_language_without_a_stemmer_still_folds() -> None:
    assert analyzer("klingon").lexemes("Qapla' Words") == ["qapla", "words"]


@pytest.mark.parametrize("language", ["../conf", "english.txt", ""])
def test_a_language_name_is_never_a_path(language: str) -> None:
    assert analyzer(language).lexemes("the cats") == ["the", "cats"]
