"""Reads the plain Markdown of passages and answers: blocks, list items, and what lies outside code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent
from typing import Literal

BlockKind = Literal["prose", "list", "table", "code"]

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?=\S)")
_CODE = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)"
    r"|(`+)(?!`).+?(?<!`)\2(?!`)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a passage. Code is whole, with its fences, and stands at the left margin."""

    kind: BlockKind
    text: str


def read_blocks(markdown: str) -> Iterator[Block]:
    """Yield the blocks of ``markdown``; a fence that is never closed is closed at the end."""
    lines = iter(markdown.splitlines())
    kind: BlockKind = "prose"
    gathered: list[str] = []
    for line in lines:
        fence = _FENCE.match(line)
        begins = _kind_of(line, after=kind if gathered else None)
        if gathered and (fence or begins != kind or not line.strip()):
            yield Block(kind, "\n".join(gathered))
            gathered = []
        if fence:
            yield Block("code", _read_fence(line, fence[1], lines))
        elif line.strip():
            kind = begins
            gathered.append(line)
    if gathered:
        yield Block(kind, "\n".join(gathered))


def list_items(block: Block) -> Iterator[str]:
    """Yield the items of a list block as single lines without their marks."""
    gathered: list[str] = []
    for line in block.text.splitlines():
        mark = _ITEM.match(line)
        if mark and gathered:
            yield " ".join(gathered)
            gathered = []
        gathered.append(line[mark.end() :].strip() if mark else line.strip())
    yield " ".join(gathered)


def is_numbered(block: Block) -> bool:
    return block.text.lstrip()[:1].isdigit()


def outside_code(markdown: str) -> Iterator[tuple[str, bool]]:
    """Yield the stretches of ``markdown`` in order, each with whether it lies outside code."""
    start = 0
    for code in _CODE.finditer(markdown):
        yield markdown[start : code.start()], True
        yield code[0], False
        start = code.end()
    yield markdown[start:], True


def code_lines(block: Block) -> int:
    """Count the lines of a code block without its fences."""
    return block.text.count("\n") - 1


def _kind_of(line: str, *, after: BlockKind | None) -> BlockKind:
    if _ITEM.match(line):
        return "list"
    if line.lstrip().startswith("|"):
        return "table"
    # A line that follows an item without a blank one goes on with it.
    return "list" if after == "list" else "prose"


def _read_fence(opening: str, fence: str, lines: Iterator[str]) -> str:
    code = [opening]
    for line in lines:
        code.append(line)
        stripped = line.strip()
        if stripped.startswith(fence) and not stripped.strip(fence[0]):
            break
    else:
        code.append(opening[: len(opening) - len(opening.lstrip())] + fence)
    return dedent("\n".join(code))
