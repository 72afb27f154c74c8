"""Names of things in running text: what stands in backticks, without call marks and quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogi.ingest.documents import Section

CODE = r"`([^`\n]{1,120})`"
LONGEST = 200
_CODE = re.compile(CODE)
_ITEM = re.compile(r"(?:[-*+]|\d+\.)[ \t]+")
_CALL = re.compile(r"\(.*\)$", re.DOTALL)


def names_in(text: str) -> list[str]:
    return [bare(found) for found in _CODE.findall(text)]


def bare(name: str) -> str:
    """Return a name as it is asked for: ``explain`` for ``.explain()``."""
    return _CALL.sub("", name.strip().strip("~.")).strip()[:LONGEST]


def statements_in(section: Section) -> Iterator[str]:
    """Yield the section's paragraphs, quotes and top-level list items, white space folded."""
    for block in section.blocks:
        if block.kind in {"paragraph", "quote"}:
            yield _folded(block.text)
        elif block.kind == "list":
            yield from (_folded(item) for item in _items(block.text))


def _items(text: str) -> Iterator[str]:
    item = ""
    for line in text.split("\n"):
        if marker := _ITEM.match(line):
            if item:
                yield item
            item = line[marker.end() :]
        else:
            item = f"{item} {line}"
    if item:
        yield item


def _folded(text: str) -> str:
    return " ".join(text.split())
