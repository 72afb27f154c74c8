"""Code in HTML: the text of ``pre`` without line numbers, and the language that classes state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.etree import _Element as Element

from cogi.ingest.parsers.html.elements import classes_of, tag_of

_LANGUAGE = re.compile(
    r"(?:highlight-source|highlight-text|language|lang|highlight)-([A-Za-z][\w+#.-]*)", re.IGNORECASE
)
_NO_LANGUAGE = frozenset({"default", "none", "text", "plaintext", "notranslate", "plain"})
_NUMBERS = frozenset({"linenos", "lineno", "line-number", "gp-hidden"})
_PARENTS = 3


def code_text(element: Element) -> str:
    return "".join(_pieces(element)).strip("\n")


def _pieces(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        tag = tag_of(child)
        if tag == "br":
            yield "\n"
        elif tag and tag != "button" and _NUMBERS.isdisjoint(classes_of(child)):
            yield from _pieces(child)
        yield child.tail or ""


def code_language(element: Element) -> str:
    """Return the language from the element, its ``code`` child, or the wrappers around it."""
    for candidate in _candidates(element):
        if named := candidate.get("data-lang") or candidate.get("data-language"):
            return named.lower()
        for name in classes_of(candidate):
            match = _LANGUAGE.fullmatch(name)
            if match and match[1].lower() not in _NO_LANGUAGE:
                return match[1].lower()
    return ""


def _candidates(element: Element) -> Iterator[Element]:
    yield element
    yield from element.iterchildren("code")
    for parent, _ in zip(element.iterancestors(), range(_PARENTS), strict=False):
        yield parent
