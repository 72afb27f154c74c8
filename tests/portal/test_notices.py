"""Tests of the plain words for what a search reports."""

from __future__ import annotations

import pytest

from cogi.portal.notices import count_line, degradation_notice, notice_class
from cogi.retrieval.results import Degradation, Results


@pytest.mark.parametrize(
    ("engine", "reason", "notice"),
    [
        (
            "dense",
            "deadline",
            "Search by meaning took too long and was left out, so some matches may be missing.",
        ),
        ("lexical", "error", "Search by words is not working at the moment, so some matches may be missing."),
        ("graph", "off", "Search along links is switched off, so some matches may be missing."),
        ("sparse", "moon", "“sparse” did not take part, so some matches may be missing."),
    ],
)
def test_a_degradation_is_told_in_plain_words(engine: str, reason: str, notice: str) -> None:
    assert degradation_notice(Degradation(engine, reason)) == notice


@pytest.mark.parametrize(
    ("total", "timings", "line"),
    [
        (0, {"total": 3.2}, "0 pages in 3 ms"),
        (1, {"total": 0.2}, "1 page in 1 ms"),
        (12345, {"total": 11.6}, "12,345 pages in 12 ms"),
        (2, {}, "2 pages"),
    ],
)
def test_counts_and_times_are_told_in_one_line(total: int, timings: dict[str, float], line: str) -> None:
    assert count_line(Results(query="x", total=total, hits=(), timings_ms=timings)) == line


@pytest.mark.parametrize(
    ("reason", "css"),
    [
        ("deadline", "notice notice-warning"),
        ("error", "notice notice-warning"),
        ("off", "notice"),
        ("incomplete", "notice"),
    ],
)
def test_only_trouble_looks_like_trouble(reason: str, css: str) -> None:
    assert notice_class(Degradation("dense", reason)) == css
