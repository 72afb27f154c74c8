from __future__ import annotations

import pytest

from cogi.retrieval.engines import Candidate
from cogi.retrieval.fusion import EngineRank, fuse


def candidates(*pairs: tuple[int, int]) -> list[Candidate]:
    return [Candidate(passage_id, page_id, 10.0 - i) for i, (passage_id, page_id) in enumerate(pairs)]


def test_the_score_is_the_weighted_sum_of_reciprocal_ranks() -> None:
    fused = fuse(
        {"lexical": candidates((1, 10), (2, 20)), "dense": candidates((3, 20))},
        weights={"lexical": 1.0, "dense": 0.5},
    )
    assert [page.page_id for page in fused] == [20, 10]
    assert fused[0].score == pytest.approx(1 / 62 + 0.5 / 61)
    assert fused[1].score == pytest.approx(1 / 61)


def test_pages_are_ranked_by_their_best_passage() -> None:
    fused = fuse({"lexical": candidates((1, 10), (2, 10), (3, 10), (4, 20))}, weights={})
    assert fused[1].ranks["lexical"] == EngineRank(rank=2, score=7.0, term=1 / 62)


def test_further_passages_of_a_page_count_less_and_less_where_an_engine_has_a_decay() -> None:
    offered = candidates((1, 10), (2, 20), (3, 20), (4, 20))
    fused = fuse({"lexical": offered}, weights={}, decays={"lexical": 0.2})
    assert [page.page_id for page in fused] == [20, 10]
    assert fused[0].ranks["lexical"].score == pytest.approx(9 + 0.2 * 8 + 0.04 * 7)
    without = fuse({"dense": offered}, weights={}, decays={"lexical": 0.2})
    assert [page.page_id for page in without] == [10, 20]


def test_a_page_shows_the_passages_that_its_engines_agree_on() -> None:
    fused = fuse({"lexical": candidates((1, 10), (2, 10)), "dense": candidates((2, 10), (3, 10))}, weights={})
    assert fused[0].best_passages(2) == [2, 1]


def test_ties_are_broken_by_page() -> None:
    fused = fuse({"lexical": candidates((1, 30)), "dense": candidates((2, 20))}, weights={})
    assert [page.page_id for page in fused] == [20, 30]


def test_no_offers_fuse_to_nothing() -> None:
    assert fuse({}, weights={}) == []
