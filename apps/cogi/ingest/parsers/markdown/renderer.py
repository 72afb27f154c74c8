"""Writes a page's block tokens as sections and blocks."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence

from lxml.etree import _Element as Element
from markdown_it.token import Token

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.documents import Section
from cogi.ingest.parsers.anchors import Anchors
from cogi.ingest.parsers.block_writer import BlockWriter, Container
from cogi.ingest.parsers.hrefs import HrefResolver
from cogi.ingest.parsers.html.content import parse_html
from cogi.ingest.parsers.html.walker import Walker
from cogi.ingest.parsers.levels import level_stated
from cogi.ingest.parsers.markdown.alerts import take_alert
from cogi.ingest.parsers.markdown.components import (
    component_anchors,
    component_href,
    component_level,
    component_title,
)
from cogi.ingest.parsers.markdown.container_words import container_level, default_title
from cogi.ingest.parsers.markdown.containers import ContainerTag
from cogi.ingest.parsers.markdown.fences import fence_info
from cogi.ingest.parsers.markdown.inline import RunningText, running_text
from cogi.ingest.parsers.markdown.jsx import Tag
from cogi.ingest.parsers.markdown.myst import role_parts
from cogi.ingest.parsers.markdown.open_elements import unbalanced
from cogi.ingest.parsers.marks import without_classified
from cogi.ingest.parsers.outline import Outline

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>")
_SUFFIX = re.compile(r"\.(?:md|rst)$")
_ELEMENT = "<"
_CLOSED_BY_NAME = frozenset({"zone", "moniker", "row", "column", "image"})


class Renderer:
    def __init__(
        self,
        outline: Outline,
        *,
        page_path: str,
        resolver: HrefResolver,
        anchors: Anchors,
        tags: Sequence[Tag],
    ) -> None:
        self._outline = outline
        self._writer = BlockWriter(outline)
        self._page_path = page_path
        self._resolver = resolver
        self._anchors = anchors
        self._tags = tags
        self._tokens: Sequence[Token] = ()
        self._at = 0
        self._containers: list[tuple[ContainerTag, Container]] = []
        self._alerts: list[Container | None] = []
        self._footnotes: dict[str, Section] = {}
        self._footnote_homes: list[Section] = []
        self._rows: list[list[str]] = []
        self._terminal = False
        self._titled = False
        self._labels: list[str] = []
        self.contents: list[str] = []
        self._walker = Walker(self._writer, link=self._link, anchor=self._target, heading=self._html_heading)
        self._handlers = self._token_handlers()

    def render(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        while self._at < len(tokens):
            token = tokens[self._at]
            self._at += 1
            if handler := self._handlers.get(token.type):
                handler(token)
        while self._containers:
            self._writer.leave(self._containers.pop()[1])
        self._writer.finish()

    def _token_handlers(self) -> dict[str, Callable[[Token], None]]:
        writer = self._writer
        return {
            "heading_open": self._heading,
            "inline": self._inline,
            "fence": self._fence,
            "code_block": lambda token: writer.code(token.content),
            "html_block": self._html,
            "bullet_list_open": lambda _: writer.open_list(),
            "bullet_list_close": lambda _: writer.close_list(),
            "ordered_list_open": lambda token: writer.open_list(int(token.attrGet("start") or 1)),
            "ordered_list_close": lambda _: writer.close_list(),
            "list_item_open": lambda _: writer.item(),
            "dl_open": lambda _: writer.open_list(),
            "dl_close": lambda _: writer.close_list(),
            "dt_open": self._term,
            "blockquote_open": self._open_quote,
            "blockquote_close": self._close_quote,
            "table_open": lambda _: self._rows.clear(),
            "tr_open": lambda _: self._rows.append([]),
            "th_open": self._cell,
            "td_open": self._cell,
            "table_close": lambda _: writer.table(self._rows),
            "footnote_reference_open": self._open_footnote,
            "footnote_reference_close": self._close_footnote,
            "container_open": self._open_container,
            "container_close": self._close_container,
            "symbol_directive": self._symbol,
            "jsx": self._jsx,
            "myst_target": self._label,
            "toctree": self._toctree,
        }

    # --- running text ----------------------------------------------------------------------------

    def _inline(self, token: Token) -> None:
        self._writer.paragraph(self._said(token.children or []).text)

    def _said(self, tokens: Sequence[Token]) -> RunningText:
        said = running_text(tokens)
        for href, text in said.links:
            self._link(href, text)
        for anchor in said.anchors:
            self._target(anchor)
        for label in said.footnotes:
            self._footnotes.setdefault(label, self._outline.section)
        return said

    def _next_inline(self) -> RunningText:
        token = self._tokens[self._at]
        self._at += 1
        return self._said(token.children or [])

    def _link(self, href: str, text: str) -> None:
        self._outline.link(self._resolver.candidates(href.strip()), text)

    def _target(self, anchor: str) -> None:
        if anchor and anchor != self._outline.section.anchor:
            self._outline.target(f"page:{self._page_path}#{anchor}")

    # --- headings --------------------------------------------------------------------------------

    def _heading(self, token: Token) -> None:
        inline = self._tokens[self._at]
        self._at += 1
        said = running_text(inline.children or [])
        title = " ".join(without_classified(said.text).replace("`", "").split())
        for label in said.footnotes:
            title = title.replace(f"[{label}]", "").rstrip()
        stated = token.attrGet("id")
        anchor = self._anchors.explicit(str(stated)) if stated else self._anchors.take(title)
        level = token.attrGet("classification") or token.attrGet("data-classification")
        self._open_section(int(token.tag[1]), title, anchor, LOWEST if level is None else level_stated(level))
        self._said(inline.children or [])

    def _html_heading(self, depth: int, title: str, anchor: str) -> None:
        self._open_section(depth, title, anchor or self._anchors.take(title), LOWEST)

    def _open_section(self, depth: int, title: str, anchor: str, level: Classification) -> None:
        """Open a section; the first top heading of a page is its title, not a section."""
        root = self._outline.root
        self._writer.flush_lead()
        if depth == 1 and not self._titled and not root.children and self._is_at_top():
            self._titled = True
            if root.title and title and title != root.title:
                self._writer.paragraph(title)
            root.title = root.title or title
            root.classification = max(root.classification, level)
            self._target(anchor)
        elif title:
            self._writer.heading(depth, title, anchor, classification=level)
        for label in self._labels:
            self._outline.target(label)
        self._labels.clear()

    def _is_at_top(self) -> bool:
        """Tell whether only layout encloses this place: a title is neither classified nor in a box."""
        boxes = (tag for tag, _ in self._containers if tag.fence != _ELEMENT or tag.name[:1].isupper())
        return self._outline.level == LOWEST and next(boxes, None) is None

    def _label(self, token: Token) -> None:
        """A label of MyST names the heading that follows it."""
        self._labels.append(f"label:{token.content.strip().lower()}")

    def _toctree(self, token: Token) -> None:
        for line in token.content.split("\n"):
            _, target = role_parts(line.strip())
            if target and "://" not in target and target != "self":
                candidates = self._resolver.candidates(f"{_SUFFIX.sub('', target)}.md")
                self.contents.extend(name.removeprefix("page:") for name in candidates[:1])

    # --- blocks ----------------------------------------------------------------------------------

    def _fence(self, token: Token) -> None:
        language, title = fence_info(token.info)
        text = token.content
        if self._terminal and language in {"console", "bash", ""}:
            text = html.unescape(_MARKUP.sub("", text))
        self._writer.code(text, language, title)

    def _html(self, token: Token) -> None:
        """Read raw HTML; what it leaves open classifies the Markdown that follows, up to its end."""
        closed, opened = unbalanced(token.content)
        for name in closed:
            self._close_element(name)
        self._terminal = 'class="termy"' in token.content
        root: Element | None = parse_html(token.content)
        body = root.find("body") if root is not None else None
        if body is not None:
            self._walker.walk(body)
        for element in opened:
            container = self._writer.enter(level=element.level, encloses=False)
            self._containers.append((ContainerTag(element.name, fence=_ELEMENT), container))

    def _term(self, token: Token) -> None:  # noqa: ARG002 -- the text is the next token's
        self._writer.term(self._next_inline().text)

    def _cell(self, token: Token) -> None:  # noqa: ARG002 -- the text is the next token's
        self._rows[-1].append(self._next_inline().text)

    def _open_quote(self, token: Token) -> None:  # noqa: ARG002 -- what it quotes follows
        alert = take_alert(self._tokens, self._at)
        self._alerts.append(self._writer.enter(alert.title, level=alert.level) if alert else None)
        if alert is None:
            self._writer.open_quote()

    def _close_quote(self, token: Token) -> None:  # noqa: ARG002 -- closes the last opened
        container = self._alerts.pop()
        if container:
            self._writer.leave(container)
        else:
            self._writer.close_quote()

    def _open_footnote(self, token: Token) -> None:
        label = str(token.meta.get("label", ""))
        self._writer.finish()
        home = self._footnotes.get(label, self._outline.section)
        self._footnote_homes.append(home)
        self._outline.open_again(home)
        self._writer.lead(f"[{label}]:")

    def _close_footnote(self, token: Token) -> None:  # noqa: ARG002 -- closes the last opened
        self._writer.finish()
        self._outline.close_again()

    # --- containers ------------------------------------------------------------------------------

    def _open_container(self, token: Token) -> None:
        tag: ContainerTag = token.meta["tag"]
        stated = self._next_inline().text if tag.title else ""
        title = stated or default_title(tag)
        self._containers.append((tag, self._writer.enter(title, level=container_level(tag))))

    def _close_container(self, token: Token) -> None:
        """Close the container this line is for, and what was left open within it."""
        closing: ContainerTag = token.meta["tag"]
        at = next((i for i in reversed(range(len(self._containers))) if self._closes(closing, i)), None)
        if at is None:
            return
        while len(self._containers) > at:
            self._writer.leave(self._containers.pop()[1])

    def _closes(self, closing: ContainerTag, at: int) -> bool:
        opened = self._containers[at][0]
        if closing.name:
            return opened.name == closing.name
        return opened.fence == closing.fence and opened.name not in _CLOSED_BY_NAME

    def _symbol(self, token: Token) -> None:
        tag: ContainerTag = token.meta["tag"]
        self._outline.target(f"py:{tag.name}")
        self._writer.paragraph(f"`{tag.name}`")

    def _jsx(self, token: Token) -> None:
        tag = self._tags[token.meta["tag"]]
        if tag.kind == "close":
            self._close_element(tag.name)
            return
        container = self._writer.enter(
            component_title(tag), level=component_level(tag), encloses=tag.name[:1].isupper()
        )
        if href := component_href(tag):
            self._link(href, component_title(tag))
        for anchor in component_anchors(tag):
            self._target(anchor)
        if tag.kind == "self":
            self._writer.leave(container)
        else:
            self._containers.append((ContainerTag(tag.name, fence=_ELEMENT), container))

    def _close_element(self, name: str) -> None:
        if any(tag.fence == _ELEMENT and tag.name == name for tag, _ in self._containers):
            while True:
                tag, container = self._containers.pop()
                self._writer.leave(container)
                if tag.fence == _ELEMENT and tag.name == name:
                    return
