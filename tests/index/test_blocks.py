from __future__ import annotations

import random

import numpy as np

from cogi.index import blocks

Given = list[tuple[str, bytes]]


def pack(given: Given) -> list[tuple[str, str, bytes]]:
    ends = np.cumsum([0, *(len(data) for _, data in given)])
    return list(blocks.pack([name for name, _ in given], b"".join(data for _, data in given), ends))


def lists(count: int, size: int) -> Given:
    chance = random.Random(count)  # noqa: S311 - a fixed seed, for bytes
    return [(f"lexeme{i:05}é", chance.randbytes(chance.randint(3, size))) for i in range(count)]


def test_what_is_packed_is_unpacked_in_order() -> None:
    given = lists(2_000, 40)
    packed = pack(given)
    assert [pair for _, _, data in packed for pair in blocks.unpack(data)] == given
    assert all(len(data) <= blocks.BLOCK_BYTES + 100 for _, _, data in packed)
    assert [(first, last) for first, last, _ in packed] == [
        (own[0][0], own[-1][0]) for own in (list(blocks.unpack(data)) for _, _, data in packed)
    ]


def test_a_large_list_has_a_block_of_its_own() -> None:
    given = [("a", b"1"), ("b", b"2" * 50_000), ("c", b"\0\0\0")]
    assert [(first, last) for first, last, _ in pack(given)] == [("a", "a"), ("b", "b"), ("c", "c")]


def test_a_lexeme_is_found_with_its_list_or_with_nothing() -> None:
    [(_, _, data)] = pack([("a", b"\0x"), ("ca", b"y")])
    assert [blocks.find(data, lexeme) for lexeme in ("a", "b", "c", "ca")] == [b"\0x", b"", b"", b"y"]


def test_no_lists_give_no_blocks() -> None:
    assert pack([]) == []
