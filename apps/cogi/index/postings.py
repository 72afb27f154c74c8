"""Packs postings into bytes: fixed-width deltas of ordinals, then fixed-width term frequencies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Frequencies are sums of field weights, which are multiples of this unit; so they are stored exactly.
FREQUENCY_UNIT = 0.25
_WIDTHS: tuple[np.dtype[np.unsignedinteger], ...] = (np.dtype("<u1"), np.dtype("<u2"), np.dtype("<u4"))

Int = NDArray[np.int64]
Ordinals = NDArray[np.int32]
Units = NDArray[np.integer]


def pack_all(ordinals: Int, units: Int, starts: Int) -> tuple[bytes, Int]:
    """Pack many posting lists that lie end to end; return them end to end, and where each begins and ends.

    ``ordinals`` (n,) ascend strictly within each list, ``units`` (n,) are weighted frequencies in
    ``FREQUENCY_UNIT``, ``starts`` (lists,) is where each list begins; no list is empty. List ``i`` is
    ``data[ends[i] : ends[i + 1]]``: a byte that tells both widths, the deltas, the units.
    """
    if not starts.size:
        return b"", np.zeros(1, np.int64)
    counts = np.diff(starts, append=ordinals.size)
    deltas = ordinals.copy()
    deltas[1:] -= ordinals[:-1]
    deltas[starts] = ordinals[starts]
    delta_widths, unit_widths = (_widths(np.maximum.reduceat(column, starts)) for column in (deltas, units))
    bytes_of = np.array([width.itemsize for width in _WIDTHS])
    sizes = 1 + counts * (bytes_of[delta_widths] + bytes_of[unit_widths])
    ends = np.concatenate(([0], np.cumsum(sizes)))
    data = np.empty(int(ends[-1]), np.uint8)
    data[ends[:-1]] = delta_widths | unit_widths << 4
    firsts = ends[:-1] + 1
    lists = _Lists(starts, counts)
    _scatter(data, deltas, lists, widths=delta_widths, firsts=firsts)
    _scatter(data, units, lists, widths=unit_widths, firsts=firsts + counts * bytes_of[delta_widths])
    return data.tobytes(), ends


@dataclass(frozen=True, slots=True)
class _Lists:
    starts: Int
    counts: Int

    def places(self, own: Int) -> tuple[Int, Int]:
        """Return for each value of the lists ``own`` where it lies, and its number in its list."""
        counts = self.counts[own]
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.repeat(self.starts[own], counts) + within, within


def _scatter(data: NDArray[np.uint8], column: Int, lists: _Lists, *, widths: Int, firsts: Int) -> None:
    """Write each list's values from ``firsts`` on into ``data``, in little-endian bytes of its width."""
    for number, width in enumerate(_WIDTHS):
        own = np.flatnonzero(widths == number)
        at, within = lists.places(own)
        values = column[at]
        places = np.repeat(firsts[own], lists.counts[own]) + within * width.itemsize
        for byte in range(width.itemsize):
            data[places + byte] = values >> 8 * byte & 0xFF


def unpack(data: bytes | memoryview) -> tuple[Ordinals, Units]:
    """Return the ordinals (n,) and weighted frequencies (n,) in units of one packed list."""
    header = data[0]
    deltas_type, units_type = _WIDTHS[header & 15], _WIDTHS[header >> 4]
    count = (len(data) - 1) // (deltas_type.itemsize + units_type.itemsize)
    deltas = np.frombuffer(data, deltas_type, count, offset=1)
    units: Units = np.frombuffer(data, units_type, count, offset=1 + count * deltas_type.itemsize)
    ordinals: Ordinals = deltas.cumsum(dtype=np.int32)
    return ordinals, units


def _widths(largest: Int) -> Int:
    """Return for each list the index of the narrowest type that holds its largest value."""
    return np.searchsorted([1 << 8, 1 << 16], largest, side="right")
