from __future__ import annotations

import pytest

from cogi.retrieval.highlighting import highlighter, plain_text


def test_words_are_marked_by_their_stem() -> None:
    marked = highlighter("logging users", "english").mark("A user logs in; users stay.")
    assert marked == "A <mark>user</mark> <mark>logs</mark> in; <mark>users</mark> stay."


def test_text_is_escaped_before_it_is_marked() -> None:
    marked = highlighter("script", "english").mark('<script>alert("x")</script> & more')
    assert marked == (
        "&lt;<mark>script</mark>&gt;alert(&quot;x&quot;)&lt;/<mark>script</mark>&gt; &amp; more"
    )


def test_an_unfinished_word_marks_what_it_begins() -> None:
    assert highlighter("authen", "english").mark("Authentication") == "<mark>Authentication</mark>"


def test_a_short_text_is_its_own_snippet() -> None:
    assert highlighter("cat", "english").snippet("A cat.", words=10) == "A <mark>cat</mark>."


def test_the_snippet_is_the_window_with_most_of_the_question() -> None:
    text = " ".join(["filler"] * 50 + ["red"] + ["filler"] * 50 + ["red", "apple"] + ["filler"] * 50)
    snippet = highlighter("red apple", "english").snippet(text, words=12)
    assert snippet == (
        "… filler filler filler <mark>red</mark> <mark>apple</mark> " + "filler " * 6 + "filler …"
    )


def test_without_a_hit_the_snippet_is_the_beginning() -> None:
    assert highlighter("zebra", "english").snippet("one two three four", words=2) == "one two …"


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
    marked = highlighter("x", "english").snippet(hostile, words=30)
    assert marked.replace("<mark>", "").replace("</mark>", "").count("<") == 0
