"""Packs postings into bytes: fixed-width deltas of ordinals, then fixed-width term frequencies."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

# Frequencies are sums of field weights, which are multiples of this unit; so they are stored exactly.
FREQUENCY_UNIT = 0.25
_WIDTHS = (np.dtype("<u1"), np.dtype("<u2"), np.dtype("<u4"))

Ordinals = NDArray[np.int32]
Units = NDArray[np.integer]


def pack_all(
    ordinals: NDArray[np.integer], units: NDArray[np.integer], starts: NDArray[np.integer]
) -> Iterator[bytes]:
    """Pack many posting lists that lie end to end.

    ``ordinals`` (n,) ascend strictly within each list, ``units`` (n,) are weighted frequencies in
    ``FREQUENCY_UNIT``, ``starts`` (lists,) is where each list begins; no list is empty.
    """
    if not ordinals.size:
        return
    deltas = np.diff(ordinals, prepend=0).astype(np.int64)
    deltas[starts] = ordinals[starts]
    columns = [[column.astype(width) for width in _WIDTHS] for column in (deltas, units)]
    widths = [_widths(np.maximum.reduceat(column, starts)) for column in (deltas, units)]
    ends = [*starts[1:].tolist(), ordinals.size]
    for start, end, delta, unit in zip(starts.tolist(), ends, *widths, strict=True):
        yield b"".join(
            (
                bytes((delta | unit << 4,)),
                columns[0][delta][start:end].tobytes(),
                columns[1][unit][start:end].tobytes(),
            )
        )


def unpack(data: bytes | memoryview) -> tuple[Ordinals, Units]:
    """Return the ordinals (n,) and weighted frequencies (n,) in units of one packed list."""
    header = data[0]
    deltas_type, units_type = _WIDTHS[header & 15], _WIDTHS[header >> 4]
    count = (len(data) - 1) // (deltas_type.itemsize + units_type.itemsize)
    deltas = np.frombuffer(data, deltas_type, count, offset=1)
    units: Units = np.frombuffer(data, units_type, count, offset=1 + count * deltas_type.itemsize)
    ordinals: Ordinals = deltas.cumsum(dtype=np.int32)
    return ordinals, units


def _widths(largest: NDArray[np.integer]) -> list[int]:
    """Return for each list the index of the narrowest type that holds its largest value."""
    widths: list[int] = np.searchsorted([1 << 8, 1 << 16], largest, side="right").tolist()
    return widths
