"""The HTML parser: one page's main content as sections, with the ids that the page has as anchors."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, ClassVar

from lxml.etree import _Element as Element

from cogi.corpus.classification import LOWEST
from cogi.ingest.documents import Page
from cogi.ingest.parsers.base import ParseError, Parser
from cogi.ingest.parsers.block_writer import BlockWriter
from cogi.ingest.parsers.hrefs import HrefResolver
from cogi.ingest.parsers.html.charset import decode_html
from cogi.ingest.parsers.html.content import first_text, main_content, parse_html
from cogi.ingest.parsers.html.inline import stated_level
from cogi.ingest.parsers.html.walker import Walker
from cogi.ingest.parsers.levels import level_named, level_stated, unknown_level_message
from cogi.ingest.parsers.outline import Outline
from cogi.ingest.parsers.titles import title_of_path

_SITE_NAME = re.compile(r"\s+(?:[—–|·»]|::)\s+.*$")
_META_NAMES = ("description", "keywords", "author")
_NOT_PAGES = frozenset({"genindex", "search", "py-modindex", "404"})


class HtmlParser(Parser):
    name: ClassVar[str] = "html"
    suffixes: ClassVar[frozenset[str]] = frozenset({".html", ".htm"})

    def accepts(self, path: str) -> bool:
        parts = PurePosixPath(path)
        hidden = any(part.startswith((".", "_")) for part in parts.parts)
        return super().accepts(path) and not hidden and parts.stem not in _NOT_PAGES

    def parse(self, path: str, data: bytes, *, includes: Mapping[str, bytes]) -> Page:  # noqa: ARG002 -- includes nothing
        root = parse_html(decode_html(path, data))
        page = Page(path=path.rpartition(".")[0], url=_url(path), root=Outline().root)
        if root is None:
            page.root.title = title_of_path(page.path)
            return page
        page.metadata.update(_metadata(root))
        try:
            page.root = _sections(page, root)
        except RecursionError as exc:
            raise ParseError(f"{path} nests its elements too deeply; simplify its markup.") from exc
        return page


def _url(path: str) -> str:
    directory, name = posixpath.split(path)
    if name.lower() in {"index.html", "index.htm"}:
        return f"{directory}/" if directory else ""
    return path


def _sections(page: Page, root: Element) -> Any:
    outline = Outline()
    reading = _Reading(page, outline)
    content = main_content(root)
    container = reading.writer.enter(level=stated_level(content))
    reading.walker.walk(content)
    reading.writer.leave(container)
    reading.writer.finish()
    title = _SITE_NAME.sub("", first_text(root, ".//title"))
    outline.root.title = outline.root.title or title or title_of_path(page.path)
    stated = page.metadata.get("classification")
    if stated is not None:
        outline.root.classification = level_stated(stated)
        if level_named(stated) is None:
            page.metadata["front_matter_error"] = unknown_level_message(stated)
    return outline.root


class _Reading:
    """Connects the walker to one page's outline."""

    def __init__(self, page: Page, outline: Outline) -> None:
        self._path = page.path
        self._outline = outline
        self._resolver = HrefResolver(page.path, posixpath.dirname(page.path))
        self.writer = BlockWriter(outline)
        self.walker = Walker(self.writer, link=self._link, anchor=self._anchor, heading=self._heading)

    def _link(self, href: str, text: str) -> None:
        self._outline.link(self._resolver.candidates(href.strip()), text)

    def _anchor(self, anchor: str) -> None:
        if anchor and anchor != self._outline.section.anchor:
            self._outline.target(f"page:{self._path}#{anchor}")

    def _heading(self, depth: int, title: str, anchor: str) -> None:
        root = self._outline.root
        if depth == 1 and not root.title and not root.children and self._outline.level == LOWEST:
            root.title = title
            self._anchor(anchor)
        else:
            self.writer.heading(depth, title, anchor)


def _metadata(root: Element) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for meta in root.iter("meta"):
        name, content = (meta.get("name") or "").lower(), meta.get("content")
        if content and name in {*_META_NAMES, "classification"}:
            found.setdefault(name, content.strip())
    language = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang")
    canonical = root.find(".//link[@rel='canonical']")
    if language:
        found["language"] = language
    if canonical is not None and canonical.get("href"):
        found["canonical_url"] = canonical.get("href")
    return found
