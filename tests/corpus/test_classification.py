from __future__ import annotations

import pytest

from cogi.corpus.classification import Classification, Rendition, Span, render, renditions

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification
TEXT = "The key is 1234 and the door is red."


def test_a_text_without_spans_has_one_rendition_for_all() -> None:
    assert list(renditions(TEXT)) == [Rendition(PUBLIC, RESTRICTED, TEXT)]


def test_confidential_is_masked_below_its_level() -> None:
    assert list(renditions(TEXT, [Span(11, 15, CONFIDENTIAL)])) == [
        Rendition(PUBLIC, INTERNAL, "The key is •••• and the door is red."),
        Rendition(CONFIDENTIAL, RESTRICTED, TEXT),
    ]


def test_restricted_is_dropped_and_leaves_nothing() -> None:
    assert list(renditions(TEXT, [Span(7, 15, RESTRICTED)])) == [
        Rendition(PUBLIC, CONFIDENTIAL, "The key and the door is red."),
        Rendition(RESTRICTED, RESTRICTED, TEXT),
    ]


def test_internal_is_dropped_for_the_public() -> None:
    assert render(TEXT, [Span(15, 36, INTERNAL)], PUBLIC) == "The key is 1234"


def test_the_most_secret_span_rules_where_spans_overlap() -> None:
    spans = [Span(0, 20, CONFIDENTIAL), Span(11, 15, RESTRICTED)]
    assert render(TEXT, spans, CONFIDENTIAL) == "The key is  and the door is red."
    assert render(TEXT, spans, INTERNAL) == "••••the door is red."


def test_neighbouring_masks_read_as_one() -> None:
    assert render("abcd", [Span(0, 2, CONFIDENTIAL), Span(2, 4, CONFIDENTIAL)], PUBLIC) == "••••"


def test_below_the_level_of_its_node_a_text_has_no_rendition() -> None:
    assert list(renditions(TEXT, level=CONFIDENTIAL)) == [Rendition(CONFIDENTIAL, RESTRICTED, TEXT)]


@pytest.mark.parametrize("level", [INTERNAL, CONFIDENTIAL, RESTRICTED])
def test_a_wholly_classified_text_leaves_no_empty_rendition(level: Classification) -> None:
    assert list(renditions(TEXT, [Span(0, len(TEXT), level)])) == [Rendition(level, RESTRICTED, TEXT)]


def test_every_clearance_sees_exactly_one_rendition() -> None:
    made = list(
        renditions(TEXT, [Span(0, 3, INTERNAL), Span(11, 15, CONFIDENTIAL), Span(20, 30, RESTRICTED)])
    )
    for clearance in Classification:
        assert len([r for r in made if r.low <= clearance <= r.high]) == 1
