"""The running text of HTML elements: white space as a browser shows it, code in backticks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.etree import _Element as Element

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.parsers.html.elements import is_left_out, tag_of
from cogi.ingest.parsers.levels import level_stated
from cogi.ingest.parsers.marks import marked

_BREAK = "\ufdd9"
_SPACE = re.compile(r"[ \t\n\r\f]+")
_CODE = frozenset({"code", "tt", "samp"})
_PERMALINKS = frozenset({"¶", "#", "§", "🔗", "\uf0c1"})


def stated_level(element: Element) -> Classification:
    stated = element.get("data-classification")
    return level_stated(stated) if stated is not None else LOWEST


class InlineRun:
    """Collects the inline content between two blocks."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.anchors: list[str] = []

    def add_text(self, text: str | None) -> None:
        if text:
            self._pieces.append(text)

    def add(self, element: Element) -> None:
        """Add an element without its tail."""
        if is_left_out(element):
            return
        self.anchors.extend(value for key in ("id", "name") if (value := element.get(key)))
        level = stated_level(element)
        inner = InlineRun()
        inner._fill(element)
        self._pieces.append(marked(inner._as(element), level))
        self.anchors.extend(inner.anchors)
        if level == LOWEST:
            self.links.extend(inner._links_of(element))

    def text(self) -> str:
        lines = _SPACE.sub(" ", "".join(self._pieces)).split(_BREAK)
        return "\n".join(line.strip() for line in lines).strip()

    def _fill(self, element: Element) -> None:
        self.add_text(element.text)
        for child in element:
            self.add(child)
            self.add_text(child.tail)

    def _as(self, element: Element) -> str:
        tag, inner = tag_of(element), "".join(self._pieces)
        if tag == "br":
            return _BREAK
        if tag == "img":
            return element.get("alt") or ""
        if tag == "a" and inner.strip() in _PERMALINKS:
            return ""
        if tag in _CODE and (code := _SPACE.sub(" ", inner).strip()):
            return f"`{code}`" if "`" not in code else f"`` {code} ``"
        return inner

    def _links_of(self, element: Element) -> Iterator[tuple[str, str]]:
        href = element.get("href") if tag_of(element) == "a" else None
        text = self.text()
        if href and text not in _PERMALINKS:
            yield href, text
        yield from self.links


def inline_of(element: Element) -> InlineRun:
    run = InlineRun()
    run._fill(element)
    return run
