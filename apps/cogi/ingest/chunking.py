"""Sections become passages: a boundary falls between blocks, never inside one that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cogi.corpus.snapshot import PassageDraft
from cogi.ingest.conf import conf
from cogi.ingest.cutting import count_words, pieces_of
from cogi.ingest.documents import Block, BlockKind, Section
from cogi.ingest.marked import Marked, join

SMALL_SHARE = 0.4
"""A passage shorter than this share of the target rather joins its neighbour."""

LEAD_IN_WORDS = 6
"""So short a paragraph above code, a list or a table is its caption."""


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
        for marked in pieces_of(block, max_words=size.maximum):
            piece = _Piece(marked, block.kind, count_words(marked.text))
            if not chunks:
                chunks.append(_Chunk([piece]))
            elif chunks[-1].has_room(piece, size):
                chunks[-1].pieces.append(piece)
            else:
                chunks.append(_Chunk([*chunks[-1].take_lead_in(piece, size), piece]))
    if len(chunks) > 1 and chunks[-1].is_small(size) and chunks[-2].words + chunks[-1].words <= size.maximum:
        last = chunks.pop()
        chunks[-1].pieces += last.pieces
    return (join([piece.marked for piece in chunk.pieces], separator="\n\n") for chunk in chunks)


@dataclass(frozen=True, slots=True)
class _Piece:
    marked: Marked
    kind: BlockKind
    words: int

    def leads_in(self, following: _Piece) -> bool:
        """Tell whether this is a line that means little without the code, list or table after it."""
        if self.kind != "paragraph" or following.kind == "paragraph":
            return False
        return self.marked.text.endswith(":") or self.words <= LEAD_IN_WORDS


@dataclass(slots=True)
class _Chunk:
    pieces: list[_Piece] = field(default_factory=list)

    @property
    def words(self) -> int:
        return sum(piece.words for piece in self.pieces)

    def has_room(self, piece: _Piece, size: PassageSize) -> bool:
        """A small chunk, and one that leads in what follows, may grow beyond the target."""
        together = self.words + piece.words
        if self.pieces[-1].leads_in(piece) or self.is_small(size):
            return together <= size.maximum
        return together <= size.target

    def take_lead_in(self, piece: _Piece, size: PassageSize) -> list[_Piece]:
        """Give up the last piece to the chunk that begins with ``piece``, where it belongs there."""
        last = self.pieces[-1]
        if len(self.pieces) > 1 and last.leads_in(piece) and last.words + piece.words <= size.maximum:
            return [self.pieces.pop()]
        return []

    def is_small(self, size: PassageSize) -> bool:
        return self.words < size.target * SMALL_SHARE
