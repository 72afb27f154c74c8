from __future__ import annotations

import random
import re
from html import unescape

import pytest

from cogi.retrieval.highlighting import Highlighter
from cogi.retrieval.lines import plain_text


def test_words_are_marked_by_their_stem() -> None:
    marked = Highlighter("logging users", "english").mark("A user logs in; users stay.")
    assert marked == "A <mark>user</mark> <mark>logs</mark> in; <mark>users</mark> stay."


def test_text_is_escaped_before_it_is_marked() -> None:
    marked = Highlighter("script", "english").mark('<script>alert("x")</script> & more')
    assert marked == (
        "&lt;<mark>script</mark>&gt;alert(&quot;x&quot;)&lt;/<mark>script</mark>&gt; &amp; more"
    )


def test_an_unfinished_word_marks_what_it_begins() -> None:
    assert Highlighter("authen", "english").mark("Authentication") == "<mark>Authentication</mark>"


def test_a_short_text_is_its_own_snippet() -> None:
    assert Highlighter("cat", "english").snippet("A cat.", words=10) == "A <mark>cat</mark>."


def test_the_snippet_is_the_window_with_most_of_the_question() -> None:
    text = " ".join(["filler"] * 50 + ["red"] + ["filler"] * 50 + ["red", "apple"] + ["filler"] * 50)
    snippet = Highlighter("red apple", "english").snippet(text, words=12)
    assert snippet == (
        "… filler filler filler <mark>red</mark> <mark>apple</mark> " + "filler " * 6 + "filler …"
    )


def test_without_a_hit_the_snippet_is_the_beginning() -> None:
    assert Highlighter("zebra", "english").snippet("one two three four", words=2) == "one two …"


def test_a_phrase_is_marked_as_one_whatever_its_inflection_and_its_stop_words() -> None:
    marked = Highlighter("many to many", "english", ("many to many",)).mark(
        "A many-to-many field, many to many."
    )
    assert marked.endswith("field, <mark>many to many</mark>.")
    text = "User sessions end; a session of a user ends."
    assert Highlighter("user session", "english", ("user session",)).mark(text) == (
        "<mark>User sessions</mark> end; a <mark>session</mark> of a <mark>user</mark> ends."
    )


def test_the_window_with_the_phrase_wins_over_one_with_more_words() -> None:
    text = " ".join(["user session session user"] * 5 + ["filler"] * 50 + ["the session user", "."])
    snippet = Highlighter("session user", "english", ("session user",)).snippet(
        "user x session y user z session " + "filler " * 60 + text.split("filler ")[-1], words=8
    )
    assert "<mark>session user</mark>" in snippet


def test_in_a_text_without_spaces_only_the_words_of_the_question_are_marked() -> None:
    marked = Highlighter("認証", "japanese").mark("ユーザー認証の設定を変更する")
    assert marked == "ユーザー<mark>認証</mark>の設定を変更する"


def test_a_snippet_of_a_text_without_spaces_is_a_window_too() -> None:
    text = "設定を変更する" * 40 + "認証" + "設定を変更する" * 40
    snippet = Highlighter("認証", "japanese").snippet(text, words=10)
    assert "<mark>認証</mark>" in snippet
    assert len(unescape(snippet).replace("<mark>", "").replace("</mark>", "")) <= 24


def test_an_endless_word_does_not_make_an_endless_snippet() -> None:
    assert len(Highlighter("x", "english").snippet("a" * 100_000, words=10)) < 500


NASTY = "<>&\"' \n\t`|*-#/\x00\u0301\u200b\u202e\ud800\U0001f600aAbB0認証é.mark<mark></mark>&lt;&amp;"


def test_whatever_stands_in_a_text_only_marks_leave_unescaped() -> None:
    dice = random.Random(7)  # noqa: S311 - a fixed seed
    for _ in range(2000):
        text = "".join(dice.choices(NASTY, k=dice.randrange(80)))
        question = "".join(dice.choices(NASTY, k=dice.randrange(12)))
        marker = Highlighter(question, "english", (question[:4],))
        for html, plain in (
            (marker.mark(text), text),
            (marker.snippet(text, words=5), plain_text(text)),
        ):
            bare = re.sub(r"</?mark>", "", html)
            assert re.fullmatch(r"(?:[^<>&\"']|&(?:lt|gt|amp|quot|#x27);)*", bare)
            assert html.count("<mark>") == html.count("</mark>")
            assert unescape(bare).removeprefix("… ").removesuffix(" …") in plain


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("Call `login()`:\n\n```python\nlogin()\n```", "Call login() : login()"),
        ("- one\n- two\n\n1. three", "one two three"),
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", "a b 1 2"),
    ],
)
def test_markup_is_left_out_of_snippets(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain


def test_nothing_but_mark_ever_leaves_unescaped() -> None:
    hostile = "<mark>x</mark><img src=x onerror=alert(1)> x"
    marked = Highlighter("x", "english").snippet(hostile, words=30)
    assert marked.replace("<mark>", "").replace("</mark>", "").count("<") == 0
