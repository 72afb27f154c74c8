from __future__ import annotations

import numpy as np
import pytest

from cogi.index import postings


def packed(*lists: list[tuple[int, float]]) -> list[bytes]:
    flat = [pair for each in lists for pair in each]
    starts = np.cumsum([0, *(len(each) for each in lists[:-1])])
    ordinals = np.array([ordinal for ordinal, _ in flat], np.int64)
    return list(postings.pack_all(ordinals, np.array([f for _, f in flat], np.float64), starts))


@pytest.mark.parametrize(
    "one",
    [
        [(0, 1.0)],
        [(3, 0.25), (4, 63.75), (250, 2.0)],
        [(0, 1.0), (70_000, 2.0), (70_001, 16_000.75)],
        [(255, 64.0), (511, 1.0), (65_536 + 511, 1.0)],
        [(5_000_000, 70_000.0)],
    ],
)
def test_what_is_packed_is_unpacked_exactly(one: list[tuple[int, float]]) -> None:
    other = [(7, 1.0), (9, 300.0)]
    for data, expected in zip(packed(one, other), (one, other), strict=True):
        ordinals, frequencies = postings.unpack(data)
        assert list(zip(ordinals.tolist(), frequencies.tolist(), strict=True)) == expected


def test_small_gaps_and_frequencies_take_two_bytes_each() -> None:
    (data,) = packed([(ordinal, 1.0) for ordinal in range(100)])
    assert len(data) == 1 + 100 + 100


def test_no_lists_pack_to_nothing() -> None:
    assert list(postings.pack_all(np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.int64))) == []
