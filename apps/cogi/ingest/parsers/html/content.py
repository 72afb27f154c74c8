"""Finds the main content of a page among navigation, banners and footers."""

from __future__ import annotations

from lxml import etree
from lxml.etree import _Element as Element

_CANDIDATES = (
    "//main//div[@itemprop='articleBody']",
    "//*[@role='main']",
    "//main",
    "//article",
    "//div[contains(concat(' ', @class, ' '), ' body ')]",
    "//div[contains(concat(' ', @class, ' '), ' document ')]",
    "//*[@id='content']",
    "//*[@id='main-content']",
)
_FURNITURE = frozenset({"nav", "header", "footer", "aside"})
_WITHIN_CONTENT = frozenset({"nav", "footer"})


def parse_html(text: str) -> Element | None:
    """Return the root element; no entity is expanded, nothing fetched, and None means no markup."""
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False
    )
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    return root if isinstance(root, etree._Element) else None


def main_content(root: Element) -> Element:
    """Return the element that holds the page's text, with furniture removed from it."""
    for expression in _CANDIDATES:
        found = root.xpath(expression)
        if isinstance(found, list) and len(found) == 1 and isinstance(found[0], etree._Element):
            return _without(found[0], _WITHIN_CONTENT)
    body = root.find(".//body")
    return _without(root if body is None else body, _FURNITURE)


def _without(element: Element, tags: frozenset[str]) -> Element:
    for child in list(element.iter(*tags)):
        if child is not element:
            _remove(child)
    return element


def _remove(element: Element) -> None:
    """Remove an element and keep the text that follows it."""
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def first_text(root: Element, path: str) -> str:
    found = root.find(path)
    return " ".join("".join(map(str, found.itertext())).split()) if found is not None else ""
