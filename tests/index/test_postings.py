from __future__ import annotations

import numpy as np
import pytest

from cogi.index import postings


def packed(*lists: list[tuple[int, int]]) -> list[bytes]:
    flat = [pair for each in lists for pair in each]
    starts = np.cumsum([0, *(len(each) for each in lists[:-1])])
    ordinals = np.array([ordinal for ordinal, _ in flat], np.int64)
    return list(postings.pack_all(ordinals, np.array([unit for _, unit in flat], np.int64), starts))


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
    assert len(data) == 1 + 100 + 100


def test_no_lists_pack_to_nothing() -> None:
    assert list(postings.pack_all(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64))) == []
