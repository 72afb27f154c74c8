"""Cuts a block that alone exceeds a passage: by lines, rows, items or sentences, as its kind asks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogi.ingest.documents import Block, BlockKind
from cogi.ingest.marked import Marked, join

WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)
LINE_END = re.compile(r"\n")
SENTENCE_END = re.compile(r"(?<=[.!?…])[\"')\]]*\s+|(?<=[\u3002\uff01\uff1f])|\n+")
ITEM_START = re.compile(r"\n(?=(?:[-*+]|\d+[.)]) )")
WORD_END = re.compile(r"\s+|(?<=[\u3040-\u30ff\u3400-\u9fff])")
BORDERS: dict[BlockKind, tuple[re.Pattern[str], ...]] = {
    "code": (LINE_END,),
    "table": (LINE_END,),
    "list": (ITEM_START, LINE_END, SENTENCE_END, WORD_END),
    "paragraph": (SENTENCE_END, WORD_END),
    "quote": (SENTENCE_END, WORD_END),
}
TABLE_RULE = re.compile(r"\|?\s*:?-+")


def count_words(text: str) -> int:
    """Count words; in scripts without spaces every character counts as one."""
    return sum(1 for _ in WORD.finditer(text))


def pieces_of(block: Block, *, max_words: int) -> Iterator[Marked]:
    """Yield canonical Markdown pieces, each at most ``max_words`` long unless one line is longer."""
    marked = Marked(block.text, block.spans)
    if count_words(block.text) <= max_words:
        yield _dressed(block, marked)
        return
    header, body = _split_header(block, marked)
    room = max(1, max_words - count_words(header.text))
    for piece in _cut(body, BORDERS[block.kind], room):
        yield _dressed(block, join([header, piece], separator="\n") if header.text else piece)


def _dressed(block: Block, marked: Marked) -> Marked:
    if block.kind != "code":
        return marked
    fence = "```"
    while fence in marked.text:
        fence += "`"
    return marked.wrapped(f"{fence}{block.language}\n", f"\n{fence}")


def _split_header(block: Block, marked: Marked) -> tuple[Marked, Marked]:
    """Separate a table's header rows, which every piece repeats."""
    if block.kind != "table":
        return Marked(""), marked
    lines = block.text.split("\n")
    rows = 2 if len(lines) > 1 and TABLE_RULE.match(lines[1]) else 1
    end = len("\n".join(lines[:rows]))
    return marked.cut(0, end), marked.cut(end + 1, len(block.text))


def _cut(marked: Marked, borders: Sequence[re.Pattern[str]], max_words: int) -> Iterator[Marked]:
    """Pack the units between the first borders; a unit that is too long is cut at the next ones."""
    start = end = packed = 0
    for unit_start, unit_end in _units(marked.text, borders[0]):
        words = count_words(marked.text[unit_start:unit_end])
        if end > start and packed + words > max_words:
            yield marked.cut(start, end)
            start, packed = unit_start, 0
        if words > max_words and len(borders) > 1:
            yield from _cut(marked.cut(unit_start, unit_end), borders[1:], max_words)
            start = end = unit_end
            continue
        if packed == 0:
            start = unit_start
        end, packed = unit_end, packed + words
    if end > start:
        yield marked.cut(start, end)


def _units(text: str, border: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges between borders; a border's own characters belong to neither side."""
    start = 0
    for match in border.finditer(text):
        if text[start : match.start()].strip():
            yield start, match.start()
        start = match.end()
    if text[start:].strip():
        yield start, len(text)
