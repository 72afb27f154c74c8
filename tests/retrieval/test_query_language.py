"""The language of the search box: what is an operator, and what is documentation text."""

from __future__ import annotations

import random
import time

import pytest

from cogi.retrieval.fields import Condition
from cogi.retrieval.query_language import ParsedQuestion, Role, parse


def parts(question: str) -> tuple[str, tuple[str, ...], tuple[str, ...], tuple[Condition, ...]]:
    parsed = parse(question)
    return parsed.words, parsed.phrases, parsed.excluded, parsed.conditions


def test_words_phrases_exclusions_and_filters_are_told_apart() -> None:
    assert parts('log in "user session" -cookie -"remember me" kind:page -path:releases') == (
        "log in",
        ("user session",),
        ("cookie", "remember me"),
        (Condition("kind", "page"), Condition("path", "releases", excluded=True)),
    )


def test_the_text_for_an_engine_of_meaning_has_no_operators() -> None:
    assert parse('log in "user session" -cookie kind:page now').text == "log in user session now"


@pytest.mark.parametrize(
    "question",
    [
        '"unbalanced',
        'login "',
        "“unbalanced",
        "-",
        "- session",
        "foo:",
        "kind:",
        "kind: page",
        "std::vector",
        "http://localhost:8000/admin?x=1",
        "--settings",
        "manage.py runserver --settings -v 3",
        "rm -rf",
        "gcc -std=c++17 -O2",
        "-1",
        "range -100",
        "a-b",
        "a -> b",
        'print("hello world")',
        'class="big button"',
        "kind:Deployment",
        "kind:section",
        "scope:function",
        "scope:openid",
        "language:python",
        "key:value",
        "path:/",
        "section: x",
        "10:30",
        "::before",
        ":has(a)",
        'kind:"',
        'tags:"',
        'tags:"orm',
        'path:"topics',
        '""',
        '"…"',
        "-cookie",
        '-"remember me"',
        "-cookie -session",
        "???",
        "'single quotes'",
    ],
)
def test_what_is_no_operator_is_words_as_typed(question: str) -> None:
    assert parts(question) == (question, (), (), ())


@pytest.mark.parametrize(
    ("question", "excluded"),
    [
        ("login -select_related", ("select_related",)),
        ("login -C++", ("C++",)),
        ("login -認証", ("認証",)),
        ("login -django.contrib", ("django.contrib",)),
        ("login -Recurse", ("Recurse",)),
        ("-cookie login", ("cookie",)),
        ("login -ios", ("ios",)),
    ],
)
def test_a_word_behind_one_dash_is_excluded_when_there_is_another_to_search_for(
    question: str, excluded: tuple[str, ...]
) -> None:
    assert parse(question).excluded == excluded
    assert parse(question).words == "login"


def test_options_and_numbers_behind_a_dash_are_words() -> None:
    assert parse("ls -l -la --all -9 -name=x").words == "ls -l -la --all -9 -name=x"


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ('"user session"', ("user session",)),
        ("“user session”", ("user session",)),
        ('“user session"', ("user session",)),
        ("„Benutzer Sitzung“", ("Benutzer Sitzung",)),
        ("«сессия пользователя»", ("сессия пользователя",)),
        ("»Benutzer Sitzung«", ("Benutzer Sitzung",)),
        ("”användarens session”", ("användarens session",)),
        ("「ユーザー 認証」とは", ("ユーザー 認証",)),
        ("設定の『認証』", ("認証",)),
        ("\uff02user session\uff02", ("user session",)),
        ('"a" "b"', ("a", "b")),
        ('"a "nested" b"', ("a",)),
    ],
)
def test_every_languages_quotes_make_a_phrase(question: str, phrases: tuple[str, ...]) -> None:
    assert parse(question).phrases == phrases


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("kind:page", Condition("kind", "page")),
        ("Kind:LearningPath", Condition("kind", "learningPath")),
        ("-kind:page", Condition("kind", "page", excluded=True)),
        ("scope:Django/5.2/en", Condition("scope", "django/5.2/en")),
        ("language:ja", Condition("language", "ja")),
        ("language:pt_BR", Condition("language", "pt-br")),
        ("path:/topics/db/", Condition("path", "topics/db")),
        ('section:"Using Django"', Condition("section", "Using Django")),
        ("section:“Using Django”", Condition("section", "Using Django")),
        ("tags:orm", Condition("tags", "orm")),
        ('Status:"in beta"', Condition("status", "in beta")),
        ('-tags:"old stuff"', Condition("tags", "old stuff", excluded=True)),
    ],
)
def test_a_known_field_with_a_value_filters(question: str, condition: Condition) -> None:
    assert parts(f"login {question} now") == ("login now", (), (), (condition,))


def test_any_metadata_key_filters_that_is_known_to() -> None:
    parsed = parse(
        'login owner:"Core team" owner:x',
        is_metadata=lambda key, value: (key, value) == ("owner", "Core team"),
    )
    assert parsed.conditions == (Condition("owner", "Core team"),)
    assert parsed.words == "login owner:x"


def test_filters_alone_leave_nothing_to_search_for() -> None:
    assert not parse("kind:page -tags:orm").has_words
    assert not parse("?!").has_words
    assert parse("kind:page login").has_words


@pytest.mark.parametrize(
    ("question", "unfinished"),
    [("log in", True), ('log "in"', False), ("log kind:page", False), ("log -session", False), ("?", True)],
)
def test_only_a_word_at_the_end_may_be_unfinished(question: str, unfinished: bool) -> None:
    assert parse(question).ends_in_word is unfinished


def test_a_part_is_taken_back_without_touching_the_others() -> None:
    parsed = parse('log  in  kind:page "user session" -cookie')
    taken = {token.text: parsed.without(token) for token in parsed.tokens if token.role is not Role.WORD}
    assert taken == {
        "page": 'log  in "user session" -cookie',
        "user session": "log  in  kind:page -cookie",
    }
    (excluded,) = (token for token in parsed.tokens if token.excluded)
    assert parsed.without(excluded) == 'log  in  kind:page "user session"'


def test_corrections_touch_words_and_nothing_else() -> None:
    parsed = parse('djagno, (sesion) "djagno" -djagno path:djagno django')
    corrected = parsed.corrected({"djagno": "django", "sesion": "session"})
    assert corrected.question == 'django, (session) "djagno" -djagno path:djagno django'
    assert corrected == parse(corrected.question)
    assert parsed.corrected({}) == parsed


NASTY = "\"“”„«»「」『』\uff02-:=\\/()'`<>&\x00\x1f\ud800\u202e\U0001f600 \t\n\u3000éßaAbkind:pathtags0認証"


def tokens_cover(parsed: ParsedQuestion) -> bool:
    """Whether the tokens stand in order, apart, and hold everything but white space."""
    ends = [0, *(token.end for token in parsed.tokens)]
    starts = [*(token.start for token in parsed.tokens), len(parsed.question)]
    return all(
        end <= start and not parsed.question[end:start].strip()
        for end, start in zip(ends, starts, strict=True)
    )


def test_whatever_is_typed_is_parsed_and_nothing_is_lost() -> None:
    dice = random.Random(3)  # noqa: S311 - a fixed seed
    for _ in range(3000):
        question = "".join(dice.choices(NASTY, k=dice.randrange(60)))
        parsed = parse(question)
        assert tokens_cover(parsed)
        assert parsed.corrected({}) == parsed
        for token in parsed.tokens:
            assert isinstance(parsed.without(token), str)


@pytest.mark.parametrize(
    "question",
    [
        "word " * 20_000,
        '"' * 100_000,
        "“" * 100_000,
        "“ " * 50_000 + "”",
        "「" * 100_000,
        "-" * 100_000,
        "a:" * 50_000,
        "- " * 50_000,
        '-"' * 50_000,
        "kind:page " * 10_000,
        'tags:"' * 16_000,
        "x" * 100_000,
        " " * 100_000,
        "認" * 100_000,
        '"a "b" c" ' * 10_000,
    ],
)
def test_a_question_of_100_kilobytes_takes_linear_time(question: str) -> None:
    began = time.process_time()
    parse(question)
    # A scan to the end for every character would take minutes.
    assert time.process_time() - began < 5
