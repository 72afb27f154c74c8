"""Draws a section tree as text, so that a test states a whole page at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import dedent

from cogi.corpus.classification import Classification
from cogi.ingest.documents import Block, Page, Section
from cogi.ingest.parsers.html import HtmlParser
from cogi.ingest.parsers.markdown import MarkdownParser


def markdown(source: str, *, path: str = "guide/page.md", files: Mapping[str, str] | None = None) -> Page:
    """Parse ``source`` as one page of the tree that ``files`` are."""
    tree = {name: dedent(text).encode() for name, text in (files or {}).items()}
    parser = MarkdownParser()
    parser.prepare({name: tree[name] for name in parser.configuration_files(sorted(tree))})
    return parser.parse(path, dedent(source).encode(), includes=tree)


def html(source: str, *, path: str = "guide/page.html") -> Page:
    return HtmlParser().parse(path, dedent(source).encode(), includes={})


def sketch(page: Page) -> str:
    """Return one line for each heading and block; code and lists keep their lines."""
    return "\n".join(_section(page.root, depth=1))


def _section(section: Section, *, depth: int) -> Iterator[str]:
    anchor = f" #{section.anchor}" if section.anchor else ""
    kind = "" if section.kind == "section" else f" <{section.kind}>"
    yield f"{'#' * depth} {section.title}{anchor}{kind}{_level(section.classification)}"
    for block in section.blocks:
        yield f"{block.kind}{f'({block.language})' if block.language else ''}: {block.text}{_spans(block)}"
    for child in section.children:
        yield from _section(child, depth=depth + 1)


def _spans(block: Block) -> str:
    return "".join(f" <{block.text[s.start : s.end]}{_level(s.level)}>" for s in block.spans)


def _level(level: Classification) -> str:
    return f" !{level.label}" if level > Classification.PUBLIC else ""


def expected(text: str) -> str:
    return dedent(text).strip("\n")
