from __future__ import annotations

from math import exp, log

import pytest

from cogi.retrieval.odds import with_odds


def test_a_factor_moves_a_logistic_score_by_its_logarithm() -> None:
    assert with_odds(1 / (1 + exp(-1.5)), 2) == pytest.approx(1 / (1 + exp(-1.5 - log(2))))


def test_a_small_score_is_nearly_multiplied() -> None:
    assert with_odds(1 / 61, 1.2) == pytest.approx(1.2 / 61, rel=0.01)


@pytest.mark.parametrize("score", [0.0, 0.3, 1.0, 7.0])
def test_every_score_stays_one(score: float) -> None:
    assert 0 <= with_odds(score, 3) < 1


def test_order_is_kept_under_one_factor() -> None:
    scores = [with_odds(score / 100, 0.2) for score in range(100)]
    assert scores == sorted(scores)
