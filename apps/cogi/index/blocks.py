"""Packs the postings of many lexemes into blocks, as rows of their own would cost more than they hold.

A block is the number of its lexemes (uint16), the size of each list (uint32), the lexemes with a closing
NUL each, then the lists (``postings.pack_all``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

# Larger rows would leave the page for TOAST, which costs a second look-up.
BLOCK_BYTES = 1500
MOST_LEXEMES = 500
_CLOSING = b"\0"


def pack(lists: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, str, bytes]]:
    """Yield blocks (first lexeme, last lexeme, data) of ``lists``, which come in the order of their lexemes.

    A list that is larger than a block has one of its own.
    """
    waiting: list[tuple[str, bytes]] = []
    size = 0
    for lexeme, data in lists:
        more = len(data) + len(lexeme) + 5
        if waiting and (size + more > BLOCK_BYTES or len(waiting) == MOST_LEXEMES):
            yield _packed(waiting)
            waiting, size = [], 0
        waiting.append((lexeme, data))
        size += more
    if waiting:
        yield _packed(waiting)


def _packed(lists: Sequence[tuple[str, bytes]]) -> tuple[str, str, bytes]:
    sizes = np.array([len(data) for _, data in lists], "<u4")
    lexemes = b"".join(lexeme.encode() + _CLOSING for lexeme, _ in lists)
    head = len(lists).to_bytes(2, "little") + sizes.tobytes()
    return lists[0][0], lists[-1][0], b"".join((head, lexemes, *(data for _, data in lists)))


def unpack(block: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each lexeme of ``block`` with its packed list."""
    count = int.from_bytes(block[:2], "little")
    sizes = np.frombuffer(block, "<u4", count, offset=2).tolist()
    at = 2 + 4 * count
    if count == 1:
        end = block.index(_CLOSING, at)
        yield block[at:end].decode(), block[end + 1 :]
        return
    lexemes = block[at:].split(_CLOSING, count)[:count]
    at += sum(map(len, lexemes)) + count
    for lexeme, size in zip(lexemes, sizes, strict=True):
        yield lexeme.decode(), block[at : at + size]
        at += size


def find(block: bytes, lexeme: str) -> bytes:
    """Return the packed list of ``lexeme`` in ``block``, or nothing."""
    return next((data for found, data in unpack(block) if found == lexeme), b"")
