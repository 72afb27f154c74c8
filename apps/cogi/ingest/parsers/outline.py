"""Builds a page's sections from headings and blocks in reading order.

Text inside a classified container gets a span, and links in it are left out: an edge would tell of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.documents import Block, BlockKind, Link, Section
from cogi.ingest.parsers.marks import extract_spans, marked, without_classified

_SYMBOL_DEPTH = 100

Place = tuple[tuple[int, Section], ...]


class Outline:
    def __init__(self, root: Section | None = None) -> None:
        self.root = root or Section(title="", anchor="")
        self._open: list[tuple[int, Section]] = [(0, self.root)]
        self._levels: list[Classification] = []

    @property
    def section(self) -> Section:
        return self._open[-1][1]

    @property
    def level(self) -> Classification:
        return max(self._levels, default=LOWEST)

    def heading(
        self, depth: int, title: str, anchor: str, *, classification: Classification = LOWEST
    ) -> Section:
        """Open a section; depths that skip a level nest under the nearest shallower heading."""
        while self._open[-1][0] >= depth:
            self._open.pop()
        return self._add_section(depth, Section(title, anchor, classification=classification))

    @contextmanager
    def symbol(self, title: str, anchor: str) -> Iterator[Section]:
        """Open a described symbol's section for the ``with`` block; symbols may nest."""
        depth = len(self._open)
        yield self._add_section(_SYMBOL_DEPTH + depth, Section(title, anchor, "symbol"))
        del self._open[depth:]

    def _add_section(self, depth: int, section: Section) -> Section:
        section.title = without_classified(section.title)
        section.classification = max(section.classification, self.level)
        self.section.children.append(section)
        self._open.append((depth, section))
        return section

    def enter(self, level: Classification = LOWEST) -> Place:
        """Open a container; returns the place to which ``leave`` returns."""
        self._levels.append(level)
        return tuple(self._open)

    def leave(self, place: Place | None) -> None:
        """Close the innermost container; with no ``place``, sections opened in it stay open."""
        self._levels.pop()
        if place is not None:
            self._open = list(place)

    def open_again(self, section: Section) -> None:
        """Add to ``section`` until ``close_again``, wherever reading has come to (footnotes)."""
        self._open.append((_SYMBOL_DEPTH, section))

    def close_again(self) -> None:
        self._open.pop()

    def block(self, kind: BlockKind, text: str, language: str = "") -> None:
        level = self.level if self.level > self.section.classification else LOWEST
        body, spans = extract_spans(marked(text.strip("\n").rstrip(), level))
        if body.strip():
            self.section.blocks.append(Block(kind, body, language, spans))

    def link(self, candidates: tuple[str, ...], text: str) -> None:
        if candidates and self.level <= self.section.classification:
            link = Link(candidates, without_classified(text))
            if link not in self.section.links:
                self.section.links.append(link)

    def target(self, name: str) -> None:
        if name not in self.section.targets:
            self.section.targets.append(name)
