from __future__ import annotations

from datetime import date

import pytest

from cogi.corpus.classification import Classification, Span
from cogi.ingest.cleaning import clean_page
from cogi.ingest.documents import Block, Link, Page, Section, StatedFact


def test_what_cannot_be_stored_is_replaced_one_by_one_so_that_spans_stay_right() -> None:
    span = Span(2, 3, Classification.RESTRICTED)
    inner = Section("B\ud800", "b\0")
    inner.blocks = [Block("code", "a\0b", "x\0", (span,)), Block("paragraph", "good")]
    inner.links = [Link(("page:x",), "go\0"), Link(("page:x",), "go")]
    inner.facts = [StatedFact("added_in", "1\0")]

    page = clean_page(Page("p", "p\0/", Section("A\0", "", children=[inner])))

    assert (page.url, page.title, inner.title, inner.anchor) == ("p\ufffd/", "A\ufffd", "B\ufffd", "b\ufffd")
    assert inner.blocks == [Block("code", "a\ufffdb", "x\ufffd", (span,)), Block("paragraph", "good")]
    assert [link.text for link in inner.links] == ["go\ufffd", "go"]
    assert inner.facts == [StatedFact("added_in", "1\ufffd")]


@pytest.mark.parametrize(
    ("value", "clean"),
    [
        ("a\0", "a\ufffd"),
        (float("nan"), None),
        (float("inf"), None),
        ([1, 1.5, True, None], [1, 1.5, True, None]),
        ({"k\0": ("x", {1: "\udfff"})}, {"k\ufffd": ["x", {"1": "\ufffd"}]}),
        (date(2026, 1, 2), "2026-01-02"),
    ],
)
def test_metadata_become_plain_json(value: object, clean: object) -> None:
    assert clean_page(Page("p", "p/", Section("P", ""), {"m": value})).metadata == {"m": clean}


def test_an_overlong_anchor_is_dropped_and_the_section_kept() -> None:
    section = Section("S", "s" * 501)

    clean_page(Page("p", "p/", Section("P", "", children=[section])))

    assert (section.title, section.anchor) == ("S", "")
