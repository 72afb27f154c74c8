from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from cogi.index import postings


def packed(*lists: list[tuple[int, int]]) -> list[bytes]:
    flat = [pair for each in lists for pair in each]
    starts = np.cumsum([0, *(len(each) for each in lists[:-1])])
    ordinals, units = (np.array([pair[i] for pair in flat], np.int64) for i in (0, 1))
    data, ends = postings.pack_all(ordinals, units, starts)
    return [data[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize(
    "one",
    [
        [(0, 1)],
        [(3, 1), (4, 255), (250, 8)],
        [(0, 4), (70_000, 8), (70_001, 64_003)],
        [(255, 256), (511, 4), (65_536 + 511, 4)],
        [(5_000_000, 280_000)],
    ],
)
def test_what_is_packed_is_unpacked_exactly(one: list[tuple[int, int]]) -> None:
    other = [(7, 4), (9, 1200)]
    for data, expected in zip(packed(one, other), (one, other), strict=True):
        ordinals, units = postings.unpack(data)
        assert list(zip(ordinals.tolist(), units.tolist(), strict=True)) == expected


def test_small_gaps_and_units_take_two_bytes_each() -> None:
    (data,) = packed([(ordinal, 4) for ordinal in range(100)])
    assert len(data) == 1 + 4 + 100 + 100


def test_no_lists_pack_to_nothing() -> None:
    nothing = np.zeros(0, np.int64)
    data, ends = postings.pack_all(nothing, nothing, nothing)
    assert (data, ends.tolist()) == (b"", [0])


def test_a_few_large_gaps_and_units_do_not_widen_the_others() -> None:
    ordinals = [*range(100), 70_000, *range(70_100, 70_200), 200_000_000]
    one = [(ordinal, 70_000 if ordinal % 90 == 0 else 4) for ordinal in ordinals]
    (data,) = packed(one)
    large_gaps, large_units = 2, sum(units > 255 for _, units in one)
    assert len(data) == 1 + 4 + 2 * 4 + 2 * len(one) + 8 * (large_gaps + large_units)
    assert postings.count(data) == len(one)
    found, units = postings.unpack(data)
    assert list(zip(found.tolist(), units.tolist(), strict=True)) == one


def test_lists_of_every_width_lie_end_to_end() -> None:
    chance = np.random.default_rng(5)
    lists = []
    for spread in (1, 40, 300, 70_000):
        for size in (1, 2, 30, 500):
            gaps = chance.integers(1, spread + 1, size) * np.where(chance.random(size) < 0.05, 300, 1)
            given = chance.integers(1, 300, size) * np.where(chance.random(size) < 0.05, 400, 1)
            lists.append(list(zip(gaps.cumsum().tolist(), given.tolist(), strict=True)))
    for data, expected in zip(packed(*lists), lists, strict=True):
        ordinals, units = postings.unpack(data)
        assert list(zip(ordinals.tolist(), units.tolist(), strict=True)) == expected
