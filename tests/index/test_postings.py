from __future__ import annotations

import numpy as np
import pytest

from cogi.index import postings


@pytest.mark.parametrize(
    ("ordinals", "frequencies"),
    [
        ([0], [1.0]),
        ([3, 4, 250], [0.25, 63.75, 2.0]),
        ([0, 70_000, 70_001], [1.0, 2.0, 16_000.75]),
        ([5_000_000], [70_000.0]),
        ([], []),
    ],
)
def test_what_is_packed_is_unpacked_exactly(ordinals: list[int], frequencies: list[float]) -> None:
    unpacked = postings.unpack(postings.pack(np.array(ordinals, np.int64), np.array(frequencies)))
    assert unpacked[0].tolist() == ordinals
    assert unpacked[1].tolist() == frequencies


def test_small_gaps_and_frequencies_take_two_bytes_each() -> None:
    packed = postings.pack(np.arange(100), np.ones(100))
    assert len(packed) == 1 + 100 + 100
