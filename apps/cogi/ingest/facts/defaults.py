"""Defaults: “Default: `x`” below a setting, “Defaults to `x`”, and the column of that name in a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogi.ingest.documents import Block, Section, StatedFact
from cogi.ingest.facts.base import FactExtractor
from cogi.ingest.facts.names import CODE, bare, statements_in

LONGEST = 500
_LABELLED = re.compile(r"Default(?: value)?:\s*(?P<value>.*)", re.DOTALL)
_IN_WORDS = re.compile(rf"(?:\bdefaults to|\bthe default(?: value)? is|\bdefault:)\s+{CODE}", re.IGNORECASE)
_OF_ITEM = re.compile(rf"(?:\*\*)?{CODE}")
_CELLS = re.compile(r"(?<!\\)\|")
_COLUMNS = {"default": "default", "default value": "default", "defaults": "default", "since": "added_in"}
_HEADERS_AND_RULE = 2


class Defaults(FactExtractor):
    def extract(self, section: Section, trail: Sequence[str]) -> Iterator[StatedFact]:  # noqa: ARG002
        yield from self._own(section)
        yield from self._of_items(section)
        for block in section.blocks:
            if block.kind == "table":
                yield from _table(block)

    def _own(self, section: Section) -> Iterator[StatedFact]:
        labelled = list(_labelled(section.blocks))
        if labelled:
            yield labelled[0]
            return
        paragraphs = [block.text for block in section.blocks if block.kind == "paragraph"]
        found = [(match[1], text) for text in paragraphs for match in _IN_WORDS.finditer(text)]
        # One that is said of several things at once says nothing of the section.
        if section.kind == "symbol" and len(found) == 1:
            yield StatedFact("default", found[0][0], words=found[0][1])

    def _of_items(self, section: Section) -> Iterator[StatedFact]:
        lists = Section("", "", blocks=[block for block in section.blocks if block.kind == "list"])
        for text in statements_in(lists):
            item, value = _OF_ITEM.match(text), _IN_WORDS.search(text)
            if item and value:
                yield StatedFact("default", value[1], item=bare(item[1]), words=text)


def _labelled(blocks: Sequence[Block]) -> Iterator[StatedFact]:
    for at, block in enumerate(blocks):
        match = _LABELLED.match(block.text) if block.kind == "paragraph" else None
        if match is None:
            continue
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        if value := match["value"].strip():
            code = _OF_ITEM.match(value)
            yield StatedFact("default", (code[1] if code else value)[:LONGEST], words=block.text)
        elif following is not None and following.kind == "code":
            yield StatedFact("default", following.text[:LONGEST], words=block.text)


def _table(block: Block) -> Iterator[StatedFact]:
    header, *rows = [_cells(line) for line in block.text.split("\n")]
    columns = {at: _COLUMNS[name.lower()] for at, name in enumerate(header) if name.lower() in _COLUMNS}
    for row in rows[_HEADERS_AND_RULE - 1 :]:
        for at, predicate in columns.items():
            if 0 < at < len(row) and row[0] and row[at] not in {"", "-", "–"}:
                value = row[at].strip("`")
                yield StatedFact(predicate, value[:LONGEST], item=bare(row[0].strip("`*")), words=row[0])


def _cells(line: str) -> list[str]:
    return [cell.replace("\\|", "|").strip() for cell in _CELLS.split(line)[1:-1]]
