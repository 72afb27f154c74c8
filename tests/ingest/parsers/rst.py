"""Parses small Sphinx trees for the tests of the reStructuredText parser."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from textwrap import dedent

from cogi.ingest.documents import Page, Section
from cogi.ingest.parsers.rst import RestructuredTextParser
from cogi.ingest.parsers.rst.urls import Builder

NO_FILES: Mapping[str, str] = {}


def prepared(files: Mapping[str, str], *, builder: Builder | None = None) -> RestructuredTextParser:
    """Return a parser that knows the tree ``files``, as a worker process receives it."""
    parser = RestructuredTextParser(builder=builder)
    names = parser.configuration_files(sorted(files))
    parser.prepare({name: dedent(files[name]).encode() for name in names})
    received = pickle.loads(pickle.dumps(parser))  # noqa: S301 - pickled on the line itself
    assert isinstance(received, RestructuredTextParser)
    return received


def rst(source: str, *, path: str = "guide/page.rst", files: Mapping[str, str] = NO_FILES) -> Page:
    """Parse ``source`` as the page at ``path`` of the tree ``files``."""
    tree = {**files, path: source}
    includes = {name: dedent(text).encode() for name, text in tree.items()}
    return prepared(tree).parse(path, includes[path], includes=includes)


def sections(page: Page) -> dict[str, Section]:
    """Return the page's sections by title."""
    return {section.title: section for section in page.root.walk()}


def texts(page: Page) -> list[str]:
    """Return the text of every block of the page."""
    return [block.text for section in page.root.walk() for block in section.blocks]


def candidates(page: Page) -> list[tuple[str, ...]]:
    """Return what every link of the page may mean."""
    return [link.candidates for section in page.root.walk() for link in section.links]
