from __future__ import annotations

import pytest

from cogi.corpus.facts.intervals import Interval
from tests.drafts import day


def span(start: int | None, end: int | None) -> Interval:
    return Interval(None if start is None else day(start), None if end is None else day(end))


def test_ranges_meet_where_both_have_a_moment() -> None:
    assert span(1, 3).meets(span(2, 4))
    assert span(None, None).meets(span(2, 4))
    assert not span(1, 3).meets(span(3, 4))
    assert not span(3, None).meets(span(None, 3))


@pytest.mark.parametrize(
    ("whole", "out", "rest"),
    [
        (span(1, 9), span(3, 5), [span(1, 3), span(5, 9)]),
        (span(None, None), span(3, 5), [span(None, 3), span(5, None)]),
        (span(1, 9), span(None, 5), [span(5, 9)]),
        (span(1, 9), span(5, None), [span(1, 5)]),
        (span(1, 9), span(1, 9), []),
        (span(1, 9), span(9, 12), [span(1, 9)]),
    ],
)
def test_what_is_taken_out_leaves_the_parts_around_it(
    whole: Interval, out: Interval, rest: list[Interval]
) -> None:
    assert whole.without(out) == rest


def test_what_several_ranges_leave() -> None:
    assert span(0, 10).outside([span(2, 3), span(5, None), span(8, 9)]) == [span(0, 2), span(3, 5)]
