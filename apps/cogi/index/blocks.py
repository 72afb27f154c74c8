"""Packs the postings of many lexemes into blocks, as rows of their own would cost more than they hold.

A block is the number of its lexemes (uint16), the size of each list (uint32), the lexemes with a closing
NUL each, then the lists (``postings.pack_all``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

# Larger rows would leave the page for TOAST, which costs a second look-up.
BLOCK_BYTES = 1500
MOST_LEXEMES = 500
_CLOSING = b"\0"
# What a lexeme costs beside its letters: its closing, and the size of its list.
_LEXEME_BYTES = 5


def pack(lexemes: Sequence[str], lists: bytes, ends: NDArray[np.int64]) -> Iterator[tuple[str, str, bytes]]:
    """Yield blocks (first lexeme, last lexeme, data) of sorted lexemes.

    ``ends`` (lexemes + 1,) tell where in ``lists`` each one's list begins and ends. A list that is larger
    than a block has one of its own.
    """
    sizes = np.diff(ends)
    weights = sizes + [len(lexeme) + _LEXEME_BYTES for lexeme in lexemes]
    reached = np.concatenate(([0], np.cumsum(weights)))
    first = 0
    while first < len(lexemes):
        end = int(np.searchsorted(reached, reached[first] + BLOCK_BYTES, side="right")) - 1
        end = min(max(end, first + 1), first + MOST_LEXEMES)
        own = lexemes[first:end]
        head = len(own).to_bytes(2, "little") + sizes[first:end].astype("<u4").tobytes()
        names = "".join(lexeme + "\0" for lexeme in own).encode()
        yield own[0], own[-1], b"".join((head, names, lists[ends[first] : ends[end]]))
        first = end


def unpack(block: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each lexeme of ``block`` with its packed list."""
    names, sizes, at = _opened(block)
    for name, size in zip(names, sizes, strict=True):
        yield name.decode(), block[at : at + size]
        at += size


def find(block: bytes, lexeme: str) -> bytes:
    """Return the packed list of ``lexeme`` in ``block``, or nothing."""
    names, sizes, at = _opened(block)
    wanted = lexeme.encode()
    if wanted not in names:
        return b""
    number = names.index(wanted)
    at += sum(sizes[:number])
    return block[at : at + sizes[number]]


def _opened(block: bytes) -> tuple[list[bytes], list[int], int]:
    """Return the lexemes, the sizes of their lists, and where the first list begins."""
    count = int.from_bytes(block[:2], "little")
    sizes: list[int] = np.frombuffer(block, "<u4", count, offset=2).tolist()
    lists = len(block) - sum(sizes)
    return block[2 + 4 * count : lists - 1].split(_CLOSING), sizes, lists
