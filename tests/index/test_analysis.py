from __future__ import annotations

import time
import unicodedata

import pytest
import Stemmer
from django.db import connection

from cogi.index.analysis import LONGEST_LEXEME, analyzer, fold
from cogi.index.words import WORD, find_words


@pytest.mark.parametrize(
    ("text", "lexemes"),
    [
        ("select_related()", ["select_related", "select", "relat"]),
        ("CONN_MAX_AGE", ["conn_max_age", "conn", "max", "age"]),
        ("--fake-initial", ["--fake-initial", "fakeiniti", "fake", "initi"]),
        ("-x", ["-x", "x"]),
        ("HTTP2Server", ["http2server", "http", "server"]),
        ("QuerySet", ["queryset", "queri", "set"]),
        ("getURLs", ["geturl", "get", "url"]),
        ("größeÄnderung", ["grosseanderung", "grosse", "anderung"]),
        ("dotted.path.name", ["dotted.path.name", "dot", "path.name", "path", "name"]),
        ("pkg::name", ["pkg::name", "pkg", "name"]),
        ("self->field", ["self->field", "self", "field"]),
        ("v1.2.3", ["1.2.3"]),
        ("HTTP/1.1", ["http/1.1", "http", "1.1"]),
        ("E1234", ["e1234", "1234"]),
        ("x86_64", ["x86_64", "x86", "86", "64"]),
        ("C++", ["c++", "c"]),
        ("C/C++", ["c/c++", "c", "c++", "c"]),
        ("C++17", ["c++17", "c++", "c", "17"]),
        ("C#", ["c#", "c"]),
        (".NET", [".net", "net"]),
        ("Node.js", ["node.js", "node", "js"]),
        ("@decorator", ["@decorator", "decor"]),
        ("$HOME", ["$home", "home"]),
        ("%APPDATA%", ["appdata"]),
        ("${var}", ["var"]),
        ("<div>", ["div"]),
        ("::before", ["::before"]),
        ("key=value", ["key", "valu"]),
        ("std::vector<int>", ["std::vector", "std", "vector", "int"]),
        ("Array#map", ["array#map", "array", "map"]),
        ("/etc/nginx/nginx.conf", ["etc/nginx/nginx.conf", "etc", "nginx", "nginx.conf", "nginx", "conf"]),
        ("C:\\dir\\file.txt", ["c:\\dir\\file.txt", "c", "dir", "file.txt", "file", "txt"]),
        ("ann@example.com", ["ann@example.com", "ann", "example.com", "exampl", "com"]),
        ("__init__", ["__init__", "init"]),
        ("___", []),
    ],
)
def test_an_identifier_is_kept_whole_and_split(text: str, lexemes: list[str]) -> None:
    assert analyzer("english").lexemes(text) == lexemes


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("QuerySet.filter()", "queryset filter"),
        ("QuerySet.filter()", "QuerySet.filter"),
        ("QuerySet.filter()", "filter()"),
        ("django.db.models.QuerySet.filter", "QuerySet.filter"),
        ("instance.full_clean()", "full_clean"),
        ("use --settings=mysite", "settings"),
        ("use --settings=mysite", "--settings"),
        ("/etc/nginx/nginx.conf", "nginx.conf"),
        ("https://docs.example.com/en/ref/", "docs.example.com/en/ref"),
        ("a read-only file in UTF-8", "readonly utf8"),
        ("a readonly file in utf8", "read-only UTF-8"),
        ("C++17 threads", "c++"),
        ("version v5.2.1", "5.2.1"),
        ("user's APIs", "users api"),
    ],
)
def test_a_name_is_found_as_people_type_it(written: str, typed: str) -> None:
    first = {analyzer("english").expand(word)[0][0][0] for word in find_words(typed)}
    assert first <= set(analyzer("english").lexemes(written))


def test_words_are_folded_stemmed_and_stop_words_dropped() -> None:
    assert analyzer("english").lexemes("How do I log the Users in?") == ["log", "user"]


@pytest.mark.parametrize("text", ["the user's model", "the user’s model"])
def test_a_possessive_is_the_word_itself(text: str) -> None:
    assert analyzer("english").lexemes(text) == ["user", "model"]


@pytest.mark.parametrize("contraction", ["don't", "isn’t", "I've", "you're", "we'll", "That's"])
def test_a_contraction_of_stop_words_gives_nothing(contraction: str) -> None:
    assert analyzer("english").lexemes(contraction) == []


def test_a_stop_word_counts_as_a_position() -> None:
    words = list(analyzer("english").words("cat and dog"))
    assert [expansion for _, expansion in words] == [((("cat", 0),), 1), ((), 1), ((("dog", 0),), 1)]


def test_a_compound_takes_as_many_positions_as_it_has_words() -> None:
    (_, (lexemes, width)), *_ = analyzer("english").words("read_only_mode")
    assert lexemes == (("read_only_mode", 0), ("read", 0), ("mode", 2))
    assert width == 3


def test_a_name_in_camel_case_takes_one_position_as_it_does_in_lower_case() -> None:
    assert analyzer("english").expand("JavaScript") == ((("javascript", 0), ("java", 0), ("script", 0)), 1)
    assert analyzer("english").expand("javascript") == ((("javascript", 0),), 1)


@pytest.mark.parametrize(
    ("language", "written", "typed"),
    [
        ("french", "les écoles", "ecole"),
        ("german", "Die Häuser", "haus"),
        ("german", "Häuser", "Haeuser"),
        ("russian", "документации", "документация"),
        ("spanish", "configuración", "configuracion"),
        ("simple", "Straße", "STRASSE"),
        ("simple", "Łódź Øresund", "lodz oresund"),
        ("simple", "کتاب ٢٠", "كتاب 20"),
        ("turkish", "ışık", "IŞIK"),
        ("arabic", "كَتَبَ الكـــتاب", "كتب الكتاب"),
        ("arabic", "والمستخدم", "مستخدم"),
        ("serbian", "корисници", "korisnici"),
        ("simple", "ｄｊａｎｇｏ soft\u00adhyphen", "django softhyphen"),
    ],
)
def test_a_word_is_found_as_people_type_it(language: str, written: str, typed: str) -> None:
    assert set(analyzer(language).lexemes(typed)) <= set(analyzer(language).lexemes(written))


@pytest.mark.django_db
def test_every_language_of_postgresql_is_stemmed_but_simple() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cfgname FROM pg_ts_config WHERE cfgname <> 'simple'")
        configurations = {name for (name,) in cursor}
    assert configurations <= set(Stemmer.algorithms())
    assert analyzer("simple").lexemes("the running cats") == ["the", "running", "cats"]


@pytest.mark.parametrize(
    ("language", "stop_words"),
    [
        ("english", "the"),
        ("german", "und für fur"),
        ("french", "des êtes etes l'une"),
        ("russian", "и ещё еще"),
        ("arabic", "من إلى الى هٰذا"),
        ("catalan", "d'aquest perquè"),
        ("greek", "είναι ΕΙΝΑΙ"),
        ("hindi", "और में"),
        ("indonesian", "yang dan"),
    ],
)
def test_a_stop_word_of_the_language_gives_nothing(language: str, stop_words: str) -> None:
    assert analyzer(language).lexemes(stop_words) == []


def test_an_accent_that_makes_another_word_makes_no_stop_word() -> None:
    assert analyzer("french").lexemes("sur une connexion sûre") == ["connexion", "sur"]


@pytest.mark.parametrize("text", ["हिन्दी", "தமிழ்", "naïve café", "Việt", "שָׁלוֹם", "مُسْتَخْدِم", "がぎぐ", "ข้อมูล"])
def test_composed_and_decomposed_text_give_the_same_lexemes(text: str) -> None:
    for language in ("simple", "english", "hindi", "tamil", "arabic"):
        composed = analyzer(language).lexemes(unicodedata.normalize("NFC", text))
        assert analyzer(language).lexemes(unicodedata.normalize("NFD", text)) == composed


@pytest.mark.parametrize("word", ["हिन्दी", "தமிழ்", "مُسْتَخْدِم", "ข้อมูล", "e\u0301cole"])
def test_a_combining_mark_never_ends_a_word(word: str) -> None:
    assert find_words(f"x {word} y") == ["x", word, "y"]


def test_the_fast_pattern_finds_what_the_other_finds() -> None:
    text = "a.b::c --x C++17 'q' $HOME @x ::y /etc/.d C:\\d x86_64, a-b; ...z -- 5-3 don't #1 C# n#m\t.5"
    assert find_words(text) == WORD.findall(text)


MIXED = (
    "The QuerySet.select_related() of django.db.models, --fake-initial and HTTP2Server in C++17 read-only "
    "files; l'école d'été, Die Häuser, Ещё настройки, قاعدة البيانات, データベースを検索する方法, "
    "我们可以使用这个函数, 데이터베이스를 사용합니다, हिन्दी में, ½ ﷺ ①"
)


@pytest.mark.parametrize(
    "language", ["simple", "english", "french", "russian", "japanese", "chinese", "korean"]
)
def test_every_word_is_found_by_itself(language: str) -> None:
    analysis = analyzer(language)
    known = set(analysis.lexemes(MIXED))
    for word in find_words(MIXED):
        assert set(analysis.lexemes(word)) <= known
        assert {lexeme for _, lexeme in analysis.analyse(word)[1]} == set(analysis.lexemes(word))


def test_surfaces_are_what_a_beginning_may_be_of() -> None:
    assert list(analyzer("french").analyse("Écoles")[1]) == [("ecoles", "ecol")]
    assert list(analyzer("english").analyse("QuerySet.filters")[1]) == [
        ("queryset.filters", "queryset.filters"),
        ("queryset", "queryset"),
        ("query", "queri"),
        ("set", "set"),
        ("filters", "filter"),
    ]
    assert sorted(analyzer("japanese").analyse("検索機")[1]) == [
        ("検索", "検索"),
        ("機", "索機"),
        ("索", "検索"),
        ("索機", "索機"),
    ]


@pytest.mark.parametrize(
    ("word", "whole"),
    [
        ("QuerySet.filter", "queryset.filter"),
        ("--settings", "--settings"),
        ("read-only", "readon"),
        ("OpenROAD", "openroad"),
        ("filter", None),
        ("v1.2.3", None),
        ("the", None),
        ("l'école", None),
        ("½", None),
        ("データベース", None),
    ],
)
def test_a_name_with_parts_tells_its_whole(word: str, whole: str | None) -> None:
    assert analyzer("english").whole(word) == whole


@pytest.mark.parametrize("word", ["model", "Model", "MODEL", "école", "настройка", "مستخدم", "हिन्दी"])
def test_a_plain_word_may_be_misspelt(word: str) -> None:
    assert analyzer("english").is_plain_word(word)


@pytest.mark.parametrize(
    "word", ["QuerySet", "a.b", "a_b", "utf8", "--flag", "C++", "検索", "データ", "데이터", "5", ""]
)
def test_an_identifier_or_cjk_text_is_never_misspelt(word: str) -> None:
    assert not analyzer("english").is_plain_word(word)


HOSTILE = {
    "a long word": ("english", "w" * 100_000),
    "a dotted name": ("english", "a." * 50_000),
    "a path": ("english", "/a" * 50_000),
    "dashes": ("english", "-" * 100_000),
    "signs": ("english", "@$:.#+" * 16_000),
    "underscores": ("english", "_" * 100_000),
    "camel case": ("english", "aB" * 50_000),
    "apostrophes": ("french", "l'" * 50_000),
    "marks": ("arabic", "ا" + "\u064b\u0301" * 50_000),
    "kana": ("japanese", "ことがの" * 10_000 + "ん"),
    "kana after Han": ("japanese", "漢の" * 20_000),
    "Han": ("chinese", "我们" * 20_000),
    "Hangul": ("korean", "합니" * 20_000),
    "emoji": ("english", "👨‍👩‍👧" * 10_000),
    "words": ("english", "word " * 10_000),
    "NUL and surrogates": ("english", "a\0b \ud800 x\udfffy"),
}


@pytest.mark.parametrize(("language", "text"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_linear_time_and_gives_lexemes_that_postgresql_takes(
    language: str, text: str
) -> None:
    started = time.process_time()
    lexemes = analyzer(language).lexemes(text)
    assert time.process_time() - started < 3
    assert all(0 < len(lexeme) <= LONGEST_LEXEME and lexeme.isprintable() for lexeme in lexemes)


def test_folding_hostile_marks_takes_linear_time() -> None:
    started = time.process_time()
    assert fold("É" + "\u064b\u0301" * 50_000) == "e"
    assert time.process_time() - started < 3


@pytest.mark.parametrize("connector", [".", "/", "-", "_", "::", "'"])
def test_a_word_that_is_cut_is_found_by_itself(connector: str) -> None:
    long = connector.join(["part"] * 200)
    assert set(analyzer("english").lexemes(long)) <= set(analyzer("english").lexemes(f"before {long} after"))
    assert "part" in analyzer("english").lexemes(long)


def test_nobody_looks_for_words_inside_a_digest() -> None:
    digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08f"
    assert analyzer("english").lexemes(digest) == [digest]


def test_cjk_text_gives_bigrams_beside_other_words() -> None:
    assert analyzer("simple").lexemes("Djangoの検索機能") == ["django", "検索", "索機", "機能"]


def test_a_language_without_a_stemmer_still_folds() -> None:
    assert analyzer("klingon").lexemes("Qapla' Words") == ["qapla", "words"]


@pytest.mark.parametrize("language", ["../conf", "english.txt", "README", ""])
def test_a_language_name_is_never_a_path(language: str) -> None:
    assert analyzer(language).lexemes("the cats") == ["the", "cats"]
