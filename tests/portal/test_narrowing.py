"""Ways to narrow a search: which are offered, and what question each of them is."""

from __future__ import annotations

import pytest

from cogi.portal.narrowing import as_it_was_typed, as_typed, facets_of, filter_label
from cogi.retrieval.query_language import parse
from cogi.retrieval.results import FacetValue, Results, StatedFilter

FACETS = {
    "kind": [FacetValue("page", 7), FacetValue("learningPath", 3)],
    "scope": [FacetValue("a/1/en", 6), FacetValue("b/1/en", 4)],
    "section": [FacetValue(f"Part {number}", 1) for number in range(10)],
    "language": [FacetValue("en", 10)],
    "reading_level": [FacetValue("easy", 2)],
    "status": [],
}


def test_only_facets_that_leave_pages_out_are_offered() -> None:
    offered = facets_of(Results("log in", 10, (), FACETS), scope="a/1/en")
    assert [facet.title for facet in offered] == ["Kind", "Documentation", "Section", "Reading level"]
    assert [(len(facet.first), len(facet.others)) for facet in offered] == [(2, 0), (2, 0), (8, 2), (1, 0)]


def test_a_value_is_another_question_and_a_scope_another_place() -> None:
    kind, scope, section, _ = facets_of(Results("log in", 10, (), FACETS), scope="a/1/en")
    assert [(each.label, each.query, each.scope) for each in kind.values] == [
        ("page", "log in kind:page", "a/1/en"),
        ("learning path", "log in kind:learningPath", "a/1/en"),
    ]
    assert [(each.query, each.scope) for each in scope.values] == [("log in", "a/1/en"), ("log in", "b/1/en")]
    assert section.values[0].query == 'log in section:"Part 0"'


def test_nothing_found_offers_nothing() -> None:
    assert facets_of(Results("log in", 0, (), {"kind": [], "scope": []}), scope="") == []


@pytest.mark.parametrize(
    "value", ["orm", "Core team", 'the "core" team', "“x”", "a:b", "c++", "-x", "é 認証"]
)
def test_a_value_can_be_typed_as_it_is_written(value: str) -> None:
    (condition,) = parse(f"log in {as_typed('tags', value)}").conditions
    assert condition.value == value


@pytest.mark.parametrize(
    ("stated", "label"),
    [
        (StatedFilter("kind", "learningPath", False, ""), "Kind: learning path"),
        (StatedFilter("path", "topics/db", True, ""), "Without Path: topics/db"),
        (StatedFilter("", "session cookie", True, ""), "Without session cookie"),
    ],
)
def test_a_filter_is_told_in_words(stated: StatedFilter, label: str) -> None:
    assert filter_label(stated) == label


def test_words_that_were_corrected_are_put_into_quotes() -> None:
    typed = as_it_was_typed("how to djagno -x kind:page", "how to django -x kind:page")
    assert typed == 'how to "djagno" -x kind:page'
    assert as_it_was_typed("a b", "a") == "a b"
