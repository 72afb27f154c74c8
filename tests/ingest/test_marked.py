from __future__ import annotations

from cogi.corpus.classification import Classification, Span
from cogi.ingest.marked import Marked, join

SECRET = Classification.CONFIDENTIAL


def test_a_cut_keeps_each_span_on_its_own_characters() -> None:
    marked = Marked("open secret open", (Span(5, 11, SECRET),))

    left, right = marked.cut(0, 8), marked.cut(8, 16)

    assert (left.text, left.spans) == ("open sec", (Span(5, 8, SECRET),))
    assert (right.text, right.spans) == ("ret open", (Span(0, 3, SECRET),))


def test_a_cut_beside_a_span_has_none() -> None:
    assert Marked("open secret open", (Span(5, 11, SECRET),)).cut(11, 16).spans == ()


def test_joining_and_wrapping_shift_spans() -> None:
    secret = Marked("secret", (Span(0, 6, SECRET),))

    joined = join([Marked("open"), secret], separator="\n\n").wrapped("<", ">")

    assert joined.text == "<open\n\nsecret>"
    assert joined.spans == (Span(7, 13, SECRET),)
    assert joined.text[7:13] == "secret"
