from __future__ import annotations

from typing import Any

from cogi.answers.numbering import number_evidence
from cogi.retrieval.results import Hit, PassageHit


def hit(uid: str, *texts: str, explanation: dict[str, Any] | None = None) -> Hit:
    passages = [
        PassageHit(
            id=number,
            anchor=f"a{number}",
            url=f"https://docs.example/{uid}#a{number}",
            trail=(uid.title(), f"Part {number}"),
            snippet=f"<mark>{text}</mark>",
            text=text,
            score=1.0,
        )
        for number, text in enumerate(texts)
    ]
    return Hit(
        uid=uid,
        kind="page",
        title=uid.title(),
        title_html=uid.title(),
        url=passages[0].url,
        path=uid,
        anchor=passages[0].anchor,
        breadcrumbs=(),
        snippet="",
        score=1.0,
        scope="guide/1.0/en",
        passages=passages,
        explanation=explanation,
    )


def test_pages_come_first_and_then_more_of_the_best_ones() -> None:
    evidence = number_evidence(
        [hit("one", "a", "b", "c"), hit("two", "d", "e"), hit("three", "f")],
        limit=5,
        languages={"guide/1.0/en": "english"},
    )
    assert [(each.source.number, each.text) for each in evidence] == [
        (1, "a"),
        (2, "d"),
        (3, "b"),
        (4, "f"),
        (5, "e"),
    ]


def test_a_source_says_where_its_passage_stands() -> None:
    (only,) = number_evidence([hit("one", "a")], limit=1, languages={})
    assert only.language == "simple"
    assert only.passage_id == 0
    assert (only.source.uid, only.source.title, only.source.url) == (
        "one",
        "One",
        "https://docs.example/one#a0",
    )
    assert (only.source.anchor, only.source.trail) == ("a0", ("One", "Part 0"))
    assert only.source.snippet == "<mark>a</mark>"


def test_the_same_text_is_one_source() -> None:
    evidence = number_evidence([hit("one", "a"), hit("two", "a", "b")], limit=5, languages={})
    assert [(each.source.uid, each.text) for each in evidence] == [("one", "a"), ("two", "b")]


def test_the_dense_similarity_of_the_page_is_kept() -> None:
    explanation = {"rrf": 0.1, "engines": {"dense": {"rank": 1, "score": 0.7, "term": 0.1}}}
    evidence = number_evidence(
        [
            hit("one", "a", explanation=explanation),
            hit("two", "b", explanation={"engines": {}}),
            hit("three", "c"),
        ],
        limit=3,
        languages={},
    )
    assert [each.similarity for each in evidence] == [0.7, None, None]


def test_no_hits_are_no_sources() -> None:
    assert number_evidence([], limit=5, languages={}) == ()
