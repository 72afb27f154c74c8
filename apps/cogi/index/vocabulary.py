"""A segment's vocabulary: the written forms of its words, sorted, each with its lexeme and its frequency."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cogi.index.folding import fold

_SEPARATOR = "\0"
_PAST = chr(0x10FFFF)
Numbers = NDArray[np.int64]


def pack(surfaces: Collection[tuple[str, str]], frequencies: Mapping[str, int]) -> bytes:
    """Pack pairs of a folded surface and a lexeme, and in how many documents each lexeme stands.

    Lexemes that ``frequencies`` does not know are left out with their surfaces.
    """
    lines = sorted(surface + _SEPARATOR + lexeme for surface, lexeme in surfaces if lexeme in frequencies)
    counts = np.array([frequencies[line[line.index(_SEPARATOR) + 1 :]] for line in lines], "<u4")
    return zlib.compress(len(lines).to_bytes(4, "little") + counts.tobytes() + "\n".join(lines).encode(), 3)


class Vocabulary:
    """An unpacked vocabulary. Entries are numbered in the order of their surfaces."""

    def __init__(self, packed: bytes) -> None:
        data = zlib.decompress(packed)
        count = int.from_bytes(data[:4], "little")
        self.frequencies = np.frombuffer(data, "<u4", count, offset=4)
        text = data[4 + 4 * count :].decode()
        self._lines = text.split("\n") if count else []

    def __len__(self) -> int:
        return len(self._lines)

    def entries(self, numbers: Iterable[int] | None = None) -> Iterator[tuple[str, str]]:
        """Yield ``(surface, lexeme)`` of the entries ``numbers`` (None: of all)."""
        lines = self._lines if numbers is None else (self._lines[number] for number in numbers)
        for line in lines:
            surface, _, lexeme = line.partition(_SEPARATOR)
            yield surface, lexeme

    def with_prefix(self, prefix: str, *, limit: int) -> Iterator[tuple[str, str, int]]:
        """Yield ``(surface, lexeme, frequency)`` of the ``limit`` most frequent beginning with ``prefix``."""
        folded = fold(prefix)
        if not folded:
            return
        first = bisect_left(self._lines, folded)
        counts = self.frequencies[first : bisect_left(self._lines, folded + _PAST, first)]
        if counts.size > limit:
            numbers = first + np.argpartition(counts, -limit)[-limit:]
        else:
            numbers = first + np.arange(counts.size)
        yield from self._described(numbers)

    def alike(self, word: str, *, edits: int) -> Iterator[tuple[str, str, int]]:
        """Yield ``(surface, lexeme, frequency)`` of entries that may be within ``edits`` of ``word``.

        Each edit changes the length by at most one and adds or removes at most two kinds of letters; so
        this passes all that are near, and few that are not.
        """
        shapes, lengths = self._shapes
        shape, length = _shapes([fold(word)])
        near = np.abs(lengths - length[0]) <= edits
        near &= np.bitwise_count(shapes ^ shape[0]) <= 2 * edits
        yield from self._described(np.flatnonzero(near))

    def _described(self, numbers: Numbers) -> Iterator[tuple[str, str, int]]:
        counts = self.frequencies[numbers].tolist()
        for (surface, lexeme), count in zip(self.entries(numbers.tolist()), counts, strict=True):
            yield surface, lexeme, count

    @cached_property
    def _shapes(self) -> tuple[NDArray[np.uint32], Numbers]:
        return _shapes([surface for surface, _ in self.entries()])


def _shapes(words: list[str]) -> tuple[NDArray[np.uint32], Numbers]:
    """Return for each word the set of its letters, hashed to 32 bits, and its length."""
    lengths = np.array([len(word) for word in words], np.int64)
    codes = np.frombuffer("".join(words).encode("utf-32-le"), "<u4")
    bits = np.uint32(1) << (codes & np.uint32(31))
    # An empty word at the end would have no place to reduce from; there are none.
    starts = np.cumsum(lengths) - lengths
    return np.bitwise_or.reduceat(bits, starts) if bits.size else bits, lengths
