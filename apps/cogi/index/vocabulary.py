"""A segment's vocabulary: the written forms of its words, sorted, each with its lexeme."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping

_SEPARATOR = "\0"


def fold(surface: str) -> str:
    """Return the form by which surfaces are sorted and looked up."""
    return surface.casefold()


def pack(surfaces: Mapping[str, str]) -> bytes:
    """Pack folded surfaces and their lexemes."""
    folded = sorted({(fold(surface), lexeme) for surface, lexeme in surfaces.items()})
    lines = "\n".join(f"{surface}{_SEPARATOR}{lexeme}" for surface, lexeme in folded)
    return zlib.compress(lines.encode(), 6)


class Vocabulary:
    """An unpacked vocabulary, for prefix look-ups by bisection."""

    def __init__(self, packed: bytes) -> None:
        text = zlib.decompress(packed).decode()
        self._lines = text.split("\n") if text else []

    def __len__(self) -> int:
        return len(self._lines)

    def entries(self) -> Iterator[tuple[str, str]]:
        for line in self._lines:
            surface, _, lexeme = line.partition(_SEPARATOR)
            yield surface, lexeme

    def with_prefix(self, prefix: str, *, limit: int) -> Iterator[tuple[str, str]]:
        """Yield at most ``limit`` ``(surface, lexeme)`` pairs whose surface begins with ``prefix``."""
        folded = fold(prefix)
        start = bisect_left(self._lines, folded)
        for line in self._lines[start : start + limit]:
            if not line.startswith(folded):
                return
            surface, _, lexeme = line.partition(_SEPARATOR)
            yield surface, lexeme
