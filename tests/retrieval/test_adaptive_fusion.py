from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from cogi.retrieval.adaptive_fusion import HEAD, combine, near_page_scores, standardised
from cogi.retrieval.engines import Candidate
from cogi.retrieval.fusion import FusedPage


def fused(*page_ids: int) -> list[FusedPage]:
    return [FusedPage(page_id, score=1 / (60 + rank)) for rank, page_id in enumerate(page_ids, start=1)]


def order(pages: list[FusedPage]) -> list[int]:
    return [page.page_id for page in pages]


def test_standard_scores_have_mean_zero_and_deviation_one() -> None:
    scores = standardised([1, 2, 3], {1: 5.0, 2: 3.0, 3: 1.0})
    assert scores == pytest.approx([1.5**0.5, 0.0, -(1.5**0.5)])


def test_a_page_that_an_engine_does_not_know_counts_as_its_worst() -> None:
    scores = standardised([1, 2, 3], {1: 5.0, 2: 3.0})
    assert scores[2] == scores[1] < scores[0]


def test_equal_scores_say_nothing() -> None:
    assert np.array_equal(standardised([1, 2], {1: 4.0, 2: 4.0}), [0.0, 0.0])
    assert np.array_equal(standardised([1, 2], {}), [0.0, 0.0])


def test_further_passages_count_by_what_they_exceed_the_fifth_page_by() -> None:
    best = [Candidate(passage_id=page, page_id=page, score=1 - page / 10) for page in range(1, 7)]
    further = [
        Candidate(passage_id=11, page_id=2, score=0.6),
        Candidate(passage_id=12, page_id=2, score=0.55),
        Candidate(passage_id=13, page_id=1, score=0.5),
    ]
    scores = near_page_scores([*best, *further])
    assert scores == pytest.approx({1: 0.9, 2: 0.8 + 0.1 / 2 + 0.05 / 4, 3: 0.7, 4: 0.6, 5: 0.5, 6: 0.4})


def test_of_fewer_than_five_pages_the_last_is_the_limit() -> None:
    scores = near_page_scores([Candidate(1, 1, 0.9), Candidate(2, 1, 0.6), Candidate(3, 2, 0.4)])
    assert scores == pytest.approx({1: 0.9 + 0.2 / 2, 2: 0.4})
    assert near_page_scores([]) == {}


def test_weights_decide_whose_order_counts() -> None:
    scores = {"lexical": {1: 9.0, 2: 5.0, 3: 1.0}, "dense": {1: 0.1, 2: 0.5, 3: 0.9}}
    assert order(combine(fused(2, 1, 3), scores, weights={"lexical": 0.8, "dense": 0.2})) == [1, 2, 3]
    assert order(combine(fused(2, 1, 3), scores, weights={"lexical": 0.1, "dense": 0.9})) == [3, 2, 1]


def test_pages_of_equal_sums_stay_as_they_were_fused() -> None:
    scores = {"lexical": {1: 2.0, 2: 1.0}, "dense": {1: 0.5, 2: 1.0}}
    assert order(combine(fused(2, 1), scores, weights={"lexical": 0.5, "dense": 0.5})) == [2, 1]


def test_scores_are_positive_and_fall_beyond_the_head() -> None:
    pages = combine(fused(*range(HEAD + 2)), {"lexical": {5: 1.0}}, weights={"lexical": 1.0})
    assert order(pages)[:2] == [0, 1]
    assert order(pages)[HEAD:] == [HEAD, HEAD + 1]
    assert all(before.score >= after.score > 0 for before, after in pairwise(pages))


def test_without_weights_the_fused_order_stands() -> None:
    assert order(combine(fused(2, 1), {"lexical": {1: 1.0}}, weights={"lexical": 0.0})) == [2, 1]
    assert combine([], {}, weights={"lexical": 1.0}) == []
