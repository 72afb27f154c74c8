"""Packs columns of whole numbers, many lists at once: a byte for each number, the larger set right by pairs.

A pair is a number's place in its list and what it has beyond a byte (number >> 8). A list's pairs lie
together: all places, then all that is beyond, 4 bytes each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

NUMBER_BYTES = 4
PAIR_BYTES = 2 * NUMBER_BYTES
_LARGEST_BYTE = 255

Int = NDArray[np.int64]
Data = NDArray[np.uint8]


@dataclass(frozen=True)
class Column:
    """Numbers (n,) of many lists that lie end to end: ``starts`` and ``counts`` (lists,) say where."""

    values: Int
    starts: Int
    counts: Int

    @cached_property
    def pairs(self) -> Int:
        """How many pairs each list has."""
        return np.asarray(np.add.reduceat(self._large.astype(np.int64), self.starts))

    def write(self, data: Data, firsts: Int) -> None:
        """Write each list's bytes from ``firsts`` (lists,) on."""
        data[np.repeat(firsts, self.counts) + self._places] = self.values & _LARGEST_BYTE

    def write_pairs(self, data: Data, firsts: Int) -> None:
        """Write each list's pairs from ``firsts`` (lists,) on."""
        at = np.repeat(firsts, self.pairs) + _counted(self.pairs) * NUMBER_BYTES
        write_numbers(data, self._places[self._large], at)
        beyond = np.repeat(self.pairs * NUMBER_BYTES, self.pairs)
        write_numbers(data, self.values[self._large] >> 8, at + beyond)

    @cached_property
    def _large(self) -> NDArray[np.bool_]:
        return np.asarray(self.values > _LARGEST_BYTE)

    @cached_property
    def _places(self) -> Int:
        return _counted(self.counts)


def write_numbers(data: Data, numbers: Int, places: Int) -> None:
    """Write ``numbers`` (n,) at ``places`` (n,), in ``NUMBER_BYTES`` little-endian bytes each."""
    for byte in range(NUMBER_BYTES):
        data[places + byte] = numbers >> 8 * byte & 0xFF


def read_number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + NUMBER_BYTES], "little")


def read_column(data: bytes, *, at: int, count: int, pairs: int, pairs_at: int) -> NDArray[np.int32]:
    """Return the ``count`` numbers whose bytes begin at ``at`` and whose pairs begin at ``pairs_at``."""
    numbers = np.frombuffer(data, np.uint8, count, offset=at).astype(np.int32)
    places = np.frombuffer(data, "<u4", pairs, offset=pairs_at)
    beyond = np.frombuffer(data, "<u4", pairs, offset=pairs_at + pairs * NUMBER_BYTES)
    numbers[places] += beyond.astype(np.int32) << 8
    return numbers


def _counted(counts: Int) -> Int:
    """Return 0, 1, 2… for each list of ``counts`` (lists,), end to end."""
    return np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
