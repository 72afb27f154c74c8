"""HTML elements that raw HTML opens in one place and closes in another, with Markdown between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.parsers.levels import level_stated
from cogi.ingest.parsers.markdown.inline import html_attributes

_TAG = re.compile(
    r"<(/?)(div|section|article|aside|details|main|figure|blockquote|span)\b([^<>]*)>", re.IGNORECASE
)
_REMARK = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class OpenElement:
    name: str
    level: Classification = LOWEST


def unbalanced(source: str) -> tuple[list[str], list[OpenElement]]:
    """Return the names that ``source`` closes but did not open, and the elements that it leaves open."""
    closed: list[str] = []
    opened: list[OpenElement] = []
    for name, element in _tags(source):
        if element is not None:
            opened.append(element)
        elif any(each.name == name for each in opened):
            while opened.pop().name != name:
                continue
        else:
            closed.append(name)
    return closed, opened


def _tags(source: str) -> Iterator[tuple[str, OpenElement | None]]:
    """Yield each tag's name, with the element for an opening one."""
    for match in _TAG.finditer(_REMARK.sub("", source)):
        name = match[2].lower()
        if match[1]:
            yield name, None
        elif not match[3].endswith("/"):
            stated = html_attributes(match[3]).get("data-classification")
            yield name, OpenElement(name, LOWEST if stated is None else level_stated(stated))
