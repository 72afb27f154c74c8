"""Packs postings into bytes: the gaps between ordinals, then the term frequencies.

A packed list is a byte that tells which of its columns have pairs (1: the gaps, 2: the units), the first
ordinal, the number of pairs of each column that has some, the gaps (the first is 0), the units, the pairs
(``packing``). ``compiled.decode`` reads it as well.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cogi.index import packing
from cogi.index.packing import NUMBER_BYTES, PAIR_BYTES, Column, Int

# Frequencies are sums of field weights, which are multiples of this unit; so they are stored exactly.
FREQUENCY_UNIT = 0.25
_HEAD_BYTES = 1 + NUMBER_BYTES

Ordinals = NDArray[np.int32]
Units = NDArray[np.int32]


def pack_all(ordinals: Int, units: Int, starts: Int) -> tuple[bytes, Int]:
    """Pack many posting lists that lie end to end; return them end to end, and where each begins and ends.

    ``ordinals`` (n,) ascend strictly within each list, ``units`` (n,) are weighted frequencies in
    ``FREQUENCY_UNIT``, ``starts`` (lists,) is where each list begins; no list is empty. List ``i`` is
    ``data[ends[i] : ends[i + 1]]``.
    """
    if not starts.size:
        return b"", np.zeros(1, np.int64)
    counts = np.diff(starts, append=ordinals.size)
    gaps = np.diff(ordinals, prepend=0)
    gaps[starts] = 0
    columns = Column(gaps, starts, counts), Column(units, starts, counts)
    paired = [column.pairs > 0 for column in columns]
    sizes = _HEAD_BYTES + 2 * counts
    for column, has_pairs in zip(columns, paired, strict=True):
        sizes += has_pairs * NUMBER_BYTES + column.pairs * PAIR_BYTES
    ends = np.concatenate(([0], np.cumsum(sizes)))
    data = np.empty(int(ends[-1]), np.uint8)
    data[ends[:-1]] = paired[0] | paired[1] << 1
    packing.write_numbers(data, ordinals[starts], ends[:-1] + 1)
    at = ends[:-1] + _HEAD_BYTES
    for column, has_pairs in zip(columns, paired, strict=True):
        packing.write_numbers(data, column.pairs[has_pairs], at[has_pairs])
        at += has_pairs * NUMBER_BYTES
    for column in columns:
        column.write(data, at)
        at += counts
    for column in columns:
        column.write_pairs(data, at)
        at += column.pairs * PAIR_BYTES
    return data.tobytes(), ends


def count(data: bytes) -> int:
    """Return how many postings a packed list holds."""
    head, pairs = _head(data)
    return (len(data) - head - sum(pairs) * PAIR_BYTES) // 2


def unpack(data: bytes) -> tuple[Ordinals, Units]:
    """Return the ordinals (n,) and weighted frequencies (n,) in units of one packed list."""
    at, (gap_pairs, unit_pairs) = _head(data)
    size = count(data)
    pairs_at = at + 2 * size
    gaps = packing.read_column(data, at=at, count=size, pairs=gap_pairs, pairs_at=pairs_at)
    pairs_at += gap_pairs * PAIR_BYTES
    units = packing.read_column(data, at=at + size, count=size, pairs=unit_pairs, pairs_at=pairs_at)
    gaps[0] = packing.read_number(data, 1)
    return gaps.cumsum(dtype=np.int32), units


def _head(data: bytes) -> tuple[int, tuple[int, int]]:
    """Return where the first column begins, and how many pairs each has."""
    at, pairs = _HEAD_BYTES, [0, 0]
    for number in range(2):
        if data[0] >> number & 1:
            pairs[number] = packing.read_number(data, at)
            at += NUMBER_BYTES
    return at, (pairs[0], pairs[1])
