"""Takes a passage apart into statements: sentences and list items, each with the blocks that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cogi.answers.markdown import Block, list_items, read_blocks
from cogi.answers.synthesis.sentences import split_sentences

MOST_ITEMS, MOST_LIST_WORDS = 8, 120
_CAPTION = re.compile(r"`[^`\n]+`:?|\*{0,2}[\w./-]+\.\w{1,5}\*{0,2}:?")
_FOOTNOTE_MARK = re.compile(r"\s+\[(?:\d+|#\w*|\*)\]_?(?![(\w])")
_CODE_SPAN = re.compile(r"(`+[^`]+`+)")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a list item of one passage.

    ``order`` counts statements of the passage, ``block`` the block it stands in. ``attached`` are the
    blocks that it introduces with a colon; ``example`` is the code that follows it otherwise. ``intro`` is
    the order of the sentence that introduces an item's list.
    """

    kind: Literal["sentence", "item"]
    text: str
    order: int
    block: int
    attached: tuple[Block, ...] = ()
    example: Block | None = None
    intro: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the text promises something that is not there."""
        return self.text.endswith(":") and not self.attached

    @property
    def brings_its_list(self) -> bool:
        """Whether it introduces a list that is short enough to be quoted whole."""
        return any(block.kind == "list" and _is_short(block) for block in self.attached)


def read_statements(text: str) -> list[Statement]:
    """Return the statements of a passage in text order."""
    blocks = list(read_blocks(text))
    statements: list[Statement] = []
    for number, block in enumerate(blocks):
        if block.kind == "prose" and not _is_caption(blocks, number):
            statements.extend(_sentences(blocks, number, first=len(statements)))
        elif block.kind == "list":
            statements.extend(_items(block, number, statements))
    return statements


def _sentences(blocks: Sequence[Block], number: int, *, first: int) -> Iterator[Statement]:
    sentences = list(split_sentences(_without_footnotes(blocks[number].text)))
    for offset, sentence in enumerate(sentences):
        attached: tuple[Block, ...] = ()
        example = None
        if offset == len(sentences) - 1:
            following = tuple(_following(blocks, number))
            if sentence.endswith(":"):
                attached = following
            elif following and following[-1].kind == "code":
                example = following[-1]
        yield Statement("sentence", sentence, first + offset, number, attached, example)


def _items(block: Block, number: int, before: Sequence[Statement]) -> list[Statement]:
    introduced = bool(before) and before[-1].text.endswith(":") and before[-1].block == number - 1
    intro = before[-1].order if introduced else None
    items = (_without_footnotes(item) for item in list_items(block))
    return [
        Statement("item", item, len(before) + offset, number, intro=intro)
        for offset, item in enumerate(items)
    ]


def _following(blocks: Sequence[Block], number: int) -> Iterator[Block]:
    """Yield the block that comes next, with the caption that may stand before code."""
    rest = blocks[number + 1 : number + 3]
    if not rest:
        return
    if _is_caption(blocks, number + 1):
        yield from rest
    elif rest[0].kind != "prose":
        yield rest[0]


def _is_caption(blocks: Sequence[Block], number: int) -> bool:
    """Whether the block only names the file that the code after it is in."""
    follows = blocks[number + 1].kind if number + 1 < len(blocks) else None
    return (
        blocks[number].kind == "prose"
        and follows == "code"
        and bool(_CAPTION.fullmatch(blocks[number].text.strip()))
    )


def _is_short(block: Block) -> bool:
    return len(list(list_items(block))) <= MOST_ITEMS and len(block.text.split()) <= MOST_LIST_WORDS


def _without_footnotes(text: str) -> str:
    """Drop ``[1]`` outside code, which an answer's reader would take for a citation."""
    pieces = _CODE_SPAN.split(text)
    return "".join(piece if piece.startswith("`") else _FOOTNOTE_MARK.sub("", piece) for piece in pieces)
