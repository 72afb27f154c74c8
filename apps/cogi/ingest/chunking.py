"""Sections become passages: a boundary falls between blocks, never inside one that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cogi.corpus.snapshot import PassageDraft
from cogi.ingest.conf import conf
from cogi.ingest.cutting import count_words, pieces_of
from cogi.ingest.documents import Block, Section
from cogi.ingest.marked import Marked, join

SMALL_SHARE = 0.4
"""A passage shorter than this share of the target rather joins its neighbour."""


@dataclass(frozen=True, slots=True)
class PassageSize:
    """Words that a passage aims at, and words above which a lone block is cut."""

    target: int
    maximum: int

    @classmethod
    def configured(cls) -> PassageSize:
        return cls(conf.passage_words, conf.passage_max_words)


def chunk_section(section: Section, *, trail: Sequence[str], size: PassageSize) -> tuple[PassageDraft, ...]:
    """Return the passages of a section's own blocks; ``trail`` ends in its title.

    A leaf without text is one passage of its title alone, so that nothing named is unfindable.
    """
    marked = list(_chunks(section.blocks, size))
    if not marked and not section.children and section.title:
        marked = [Marked(section.title)]
    return tuple(PassageDraft(section.anchor, tuple(trail), each.text, each.spans) for each in marked)


def _chunks(blocks: Sequence[Block], size: PassageSize) -> Iterator[Marked]:
    chunks: list[_Chunk] = []
    for block in blocks:
        for piece in pieces_of(block, max_words=size.maximum):
            if not chunks or not chunks[-1].has_room(piece, block, size):
                chunks.append(_Chunk())
            chunks[-1].add(piece)
    if len(chunks) > 1 and chunks[-1].is_small(size) and chunks[-2].may_take(chunks[-1], size):
        last = chunks.pop()
        chunks[-1].pieces += last.pieces
    return (join(chunk.pieces, separator="\n\n") for chunk in chunks)


@dataclass(slots=True)
class _Chunk:
    pieces: list[Marked] = field(default_factory=list)
    words: int = 0

    def add(self, piece: Marked) -> None:
        self.pieces.append(piece)
        self.words += count_words(piece.text)

    def has_room(self, piece: Marked, block: Block, size: PassageSize) -> bool:
        """A small chunk, and one that introduces what follows, may grow beyond the target."""
        together = self.words + count_words(piece.text)
        introduces = self.pieces[-1].text.endswith(":") and block.kind != "paragraph"
        if introduces or self.is_small(size):
            return together <= size.maximum
        return together <= size.target

    def may_take(self, other: _Chunk, size: PassageSize) -> bool:
        return self.words + other.words <= size.maximum

    def is_small(self, size: PassageSize) -> bool:
        return self.words < size.target * SMALL_SHARE
