"""Walks the elements of a page or of a fragment and writes what they say as sections and blocks."""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml.etree import _Element as Element

from cogi.corpus.classification import LOWEST
from cogi.ingest.parsers.block_writer import BlockWriter
from cogi.ingest.parsers.html.code import code_language, code_text
from cogi.ingest.parsers.html.elements import BLOCKS, HEADINGS, classes_of, is_left_out, tag_of
from cogi.ingest.parsers.html.inline import InlineRun, inline_of, stated_level
from cogi.ingest.parsers.html.symbols import is_description, signature_groups
from cogi.ingest.parsers.marks import without_classified

_ADMONITION = re.compile(r"(?:^|\s)(?:admonition|alert|callout|theme-admonition|markdown-alert)(?:$|[\s-])")
_ADMONITION_TITLE = re.compile(r"(?:^|\s)(?:admonition-title|markdown-alert-title)(?:$|\s)")
_SECTION_TAGS = frozenset({"section", "div", "article"})


class Walker:
    """``link`` takes an address and its text; ``heading`` a depth, a title and the anchor stated for it."""

    def __init__(
        self,
        writer: BlockWriter,
        *,
        link: Callable[[str, str], None],
        anchor: Callable[[str], None],
        heading: Callable[[int, str, str], None],
    ) -> None:
        self._writer = writer
        self._link = link
        self._anchor = anchor
        self._heading = heading
        self._handlers: dict[str, Callable[[Element], None]] = {
            "ul": self._list,
            "menu": self._list,
            "dir": self._list,
            "ol": self._list,
            "dl": self._definitions,
            "table": self._table,
            "pre": self._code,
            "blockquote": self._quote,
            "hr": lambda _: None,
            **dict.fromkeys(HEADINGS, self._section_heading),
        }

    def walk(self, element: Element) -> None:
        """Write the content of ``element``: its blocks, and its loose text as paragraphs."""
        run = InlineRun()
        run.add_text(element.text)
        for child in element:
            if _holds_blocks(child):
                self._paragraph(run)
                run = InlineRun()
                self._block(child)
            else:
                run.add(child)
            run.add_text(child.tail)
        self._paragraph(run)

    def _paragraph(self, run: InlineRun) -> None:
        for anchor in run.anchors:
            self._anchor(anchor)
        for href, text in run.links:
            self._link(href, text)
        self._writer.paragraph(run.text())

    def _block(self, element: Element) -> None:
        if is_left_out(element):
            return
        level = stated_level(element)
        title = self._admonition_title(element)
        if level > LOWEST or title:
            container = self._writer.enter(title, level=level)
            self._dispatch(element)
            self._writer.leave(container)
        else:
            self._dispatch(element)

    def _dispatch(self, element: Element) -> None:
        tag = tag_of(element)
        if tag not in HEADINGS and (anchor := element.get("id")) and _first_heading(element) is None:
            self._anchor(anchor)
        self._handlers.get(tag, self.walk)(element)

    def _admonition_title(self, element: Element) -> str:
        """Take the title out of an admonition, so that it can lead its first paragraph."""
        if not _ADMONITION.search(element.get("class") or ""):
            return ""
        for child in element.iterchildren("p", "div", "summary", "strong"):
            if _ADMONITION_TITLE.search(child.get("class") or ""):
                title = inline_of(child).text()
                child.set("hidden", "")
                return title
        return ""

    # --- headings --------------------------------------------------------------------------------

    def _section_heading(self, element: Element) -> None:
        run = inline_of(element)
        title = " ".join(without_classified(run.text()).replace("`", "").split())
        anchor = element.get("id") or _section_id(element) or next(iter(run.anchors), "")
        if not title:
            return
        self._heading(HEADINGS[tag_of(element)], title, anchor)
        for name in {*run.anchors, _section_id(element)} - {anchor, ""}:
            self._anchor(name)
        for href, text in run.links:
            self._link(href, text)

    # --- blocks ----------------------------------------------------------------------------------

    def _list(self, element: Element) -> None:
        ordered = tag_of(element) == "ol"
        start = element.get("start", "1")
        self._writer.open_list((int(start) if start.isdecimal() else 1) if ordered else None)
        for child in element:
            if tag_of(child) == "li":
                self._writer.item()
                self._block_content(child)
            elif _holds_blocks(child):
                self._block(child)
        self._writer.close_list()

    def _block_content(self, element: Element) -> None:
        if not is_left_out(element):
            self._block_or_marked(element)

    def _block_or_marked(self, element: Element) -> None:
        container = self._writer.enter(level=stated_level(element))
        self.walk(element)
        self._writer.leave(container)

    def _definitions(self, element: Element) -> None:
        if is_description(element):
            for group in signature_groups(element):
                self._description(group.titles, group.anchors, group.names, group.bodies)
            return
        self._writer.open_list()
        for child in element.iter("dt", "dd"):
            if next(child.iterancestors("dl"), None) is not element:
                continue
            if tag_of(child) == "dt":
                self._term(child)
            else:
                self._block_content(child)
        self._writer.close_list()

    def _term(self, element: Element) -> None:
        run = inline_of(element)
        for anchor in [element.get("id") or "", *run.anchors]:
            self._anchor(anchor)
        for href, text in run.links:
            self._link(href, text)
        self._writer.term(run.text())

    def _description(
        self, titles: list[str], anchors: list[str], names: list[str], bodies: list[Element]
    ) -> None:
        self._writer.finish()
        with self._writer.outline.symbol(titles[0], anchors[0]) as section:
            section.targets.extend(names)
            for title in titles[1:]:
                self._writer.paragraph(f"`{title}`")
            for anchor in anchors[1:]:
                self._anchor(anchor)
            for body in bodies:
                self.walk(body)
            self._writer.finish()

    def _table(self, element: Element) -> None:
        """Write a table of data; one that only lays out blocks (line numbers beside code) is walked."""
        if next(element.iterdescendants("pre", "h1", "h2", "h3", "table"), None) is not None:
            self.walk(element)
            return
        rows = [[self._cell(cell) for cell in row.iterchildren("td", "th")] for row in element.iter("tr")]
        caption = next(element.iterchildren("caption"), None)
        if caption is not None:
            self._paragraph(inline_of(caption))
        self._writer.table([row for row in rows if row])

    def _cell(self, element: Element) -> str:
        if is_left_out(element):
            return ""
        run = InlineRun()
        run.add(element)
        for href, text in run.links:
            self._link(href, text)
        return run.text()

    def _code(self, element: Element) -> None:
        if "linenos" not in classes_of(element) and not any(
            "linenos" in classes_of(parent) for parent in element.iterancestors("td", "div")
        ):
            self._writer.code(code_text(element), code_language(element))

    def _quote(self, element: Element) -> None:
        self._writer.open_quote()
        self.walk(element)
        self._writer.close_quote()


def _holds_blocks(element: Element) -> bool:
    """Tell whether an element is a block, or an inline one (a link, a component) around blocks."""
    tag = tag_of(element)
    if tag in BLOCKS:
        return True
    return bool(tag) and len(element) > 0 and any(tag_of(child) in BLOCKS for child in element.iter())


def _section_id(heading: Element) -> str:
    """Return the id of the section whose first heading this is."""
    parent = heading.getparent()
    if parent is None or tag_of(parent) not in _SECTION_TAGS:
        return ""
    return parent.get("id") or "" if _first_heading(parent) is heading else ""


def _first_heading(element: Element) -> Element | None:
    return next((child for child in element if tag_of(child) in HEADINGS), None)
