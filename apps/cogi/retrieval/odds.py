"""Scores are raised and lowered by their odds, so that a factor counts alike at the top and at the bottom."""

from __future__ import annotations

GREATEST = 1 - 1e-9


def with_odds(score: float, factor: float) -> float:
    """Return the score, 0 to 1, whose odds are ``factor`` times those of ``score``: o(s) = s / (1 - s).

    Small scores, such as those of reciprocal rank fusion, are as good as multiplied themselves; a logistic
    one is moved by ln(factor) before the logistic function.
    """
    bounded = min(score, GREATEST)
    odds = factor * bounded / (1 - bounded)
    return odds / (1 + odds)
