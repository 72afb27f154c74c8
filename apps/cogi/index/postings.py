"""Packs postings into bytes: fixed-width deltas of ordinals, then fixed-width term frequencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# Frequencies are sums of field weights, which are multiples of this unit; so they are stored exactly.
FREQUENCY_UNIT = 0.25
_WIDTHS = (np.dtype("<u1"), np.dtype("<u2"), np.dtype("<u4"))

Ordinals = NDArray[np.int32]
Frequencies = NDArray[np.float32]


def pack(ordinals: NDArray[np.integer], frequencies: NDArray[np.floating]) -> bytes:
    """Pack strictly ascending ``ordinals`` (n,) and their weighted ``frequencies`` (n,)."""
    deltas = np.diff(ordinals, prepend=0)
    units = np.rint(frequencies / FREQUENCY_UNIT).astype(np.int64)
    delta_width, unit_width = _width(deltas), _width(units)
    packed: list[bytes] = [
        bytes([delta_width | unit_width << 4]),
        deltas.astype(_WIDTHS[delta_width]).tobytes(),
        units.astype(_WIDTHS[unit_width]).tobytes(),
    ]
    return b"".join(packed)


def unpack(data: bytes | memoryview) -> tuple[Ordinals, Frequencies]:
    """Return the ordinals (n,) and weighted frequencies (n,) that ``pack`` stored."""
    header = data[0]
    deltas_type, units_type = _WIDTHS[header & 15], _WIDTHS[header >> 4]
    count = (len(data) - 1) // (deltas_type.itemsize + units_type.itemsize)
    deltas = np.frombuffer(data, deltas_type, count, offset=1)
    units = np.frombuffer(data, units_type, count, offset=1 + count * deltas_type.itemsize)
    return deltas.cumsum(dtype=np.int32), units.astype(np.float32) * np.float32(FREQUENCY_UNIT)


def _width(values: NDArray[np.integer]) -> int:
    largest = int(values.max(initial=0))
    return 0 if largest < 1 << 8 else 1 if largest < 1 << 16 else 2
