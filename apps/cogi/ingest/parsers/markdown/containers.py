"""Block rules for admonitions, tabs, ``:::`` and ``///`` containers: each becomes a pair of flat tokens.

An opening token's ``meta`` holds a ``ContainerTag``; a title follows it as an inline token.
Fenced containers are not nested by the grammar: sites disagree about what closes them, so the renderer
pairs them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from markdown_it.rules_block import StateBlock

_INDENTED = re.compile(r"(!!!|\?\?\?\+?|===[+!]?)[ \t]+(.*)")
_FENCED = re.compile(r"(:{3,}|/{3,})[ \t]*(.*?)[ \t]*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_CLOSING = re.compile(r"(?P<name>[a-z]+)-end:*")
_SYMBOL = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+")
_ATTRIBUTE = re.compile(r"""([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))""")
_HEAD = re.compile(r"([\w.-]+)[ \t]*(?:\[([^\]]*)\])?[ \t]*(.*)")
_BRACES = re.compile(r"\{[^{}]*\}")
_MARKER = re.compile("\ufdd8(\\d+)\ufdd8\\s*")
_STARTS = ("!!!", "???", "===", ":::", "///", "\ufdd8")
_INDENT = 4


@dataclass(frozen=True, slots=True)
class ContainerTag:
    """What an opening line says. ``fence`` is what must close it ("" for indented containers)."""

    name: str
    title: str | None = None
    fence: str = ""
    attributes: dict[str, str] = field(default_factory=dict)


def indented_container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``!!! note "Title"``, ``??? tip`` and ``=== "Tab"`` with their content indented."""
    match = _match(state, start, _INDENTED)
    if not match or (match[1].startswith("===") and not _QUOTED.search(match[2])):
        return False
    if not silent:
        after = _indented_end(state, start + 1, end)
        push_container(state, "container_open", 1, _indented_tag(match[1], match[2]))
        _tokenize(state, start + 1, after)
        push_container(state, "container_close", -1, ContainerTag(""))
        state.line = after
    return True


def _indented_tag(marker: str, info: str) -> ContainerTag:
    quoted = _QUOTED.search(info)
    title = quoted[1].replace('\\"', '"') if quoted else None
    words = info[: quoted.start()].split() if quoted else info.split()
    name = "tab" if marker.startswith("===") else next(iter(words), "note").lower()
    return ContainerTag(name, title)


def _indented_end(state: StateBlock, line: int, end: int) -> int:
    base, after = state.sCount[line - 1] + _INDENT, line
    for at in range(line, end):
        if state.isEmpty(at):
            continue
        if state.sCount[at] < base:
            break
        after = at + 1
    return after


def _tokenize(state: StateBlock, start: int, end: int) -> None:
    outer = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax = "container", end
    state.blkIndent = state.sCount[start - 1] + _INDENT
    state.md.block.tokenize(state, start, end)
    state.parentType, state.lineMax, state.blkIndent = outer


def fenced_container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``:::name …``, ``/// name | Title`` and the lines that close them."""
    match = _match(state, start, _FENCED)
    if not match:
        return False
    if not silent:
        state.line = start + 1
        _push_fenced(state, match[1], match[2], end)
    return True


def _push_fenced(state: StateBlock, fence: str, info: str, end: int) -> None:
    if _SYMBOL.fullmatch(info):
        push_container(state, "symbol_directive", 0, ContainerTag(info))
        state.line = _indented_end(state, state.line, end)
    elif not info or (closing := _CLOSING.fullmatch(info)):
        push_container(
            state,
            "container_close",
            -1,
            ContainerTag(closing["name"] if info and closing else "", fence=fence),
        )
    else:
        _push_opening(state, fence, info, end)


def _push_opening(state: StateBlock, fence: str, info: str, end: int) -> None:
    tag = _slashed_tag(fence, info) if fence[0] == "/" else _colon_tag(fence, info)
    push_container(state, "container_open", 1, tag)
    if fence[0] == "/":
        state.line = _options_end(state, state.line, end)
    if fence[0] == ":" and _closes_itself(tag.name, info):
        push_container(state, "container_close", -1, ContainerTag(tag.name, fence=fence))


def _closes_itself(name: str, info: str) -> bool:
    """``:::image … :::`` stands alone unless a long description follows; ``:::row:::`` opens a row."""
    return info.endswith(":::") and name not in {"row", "column"} and 'type="complex"' not in info


def _slashed_tag(fence: str, info: str) -> ContainerTag:
    name, _, title = info.partition("|")
    return ContainerTag(next(iter(name.split()), "note").lower(), title.strip() or None, fence)


def _options_end(state: StateBlock, line: int, end: int) -> int:
    """Skip a block's YAML options, which stand indented right under its first line."""
    while line < end and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent + _INDENT:
        line += 1
    return line


def _colon_tag(fence: str, info: str) -> ContainerTag:
    info = info.rstrip(": ")
    attributes = {m[1]: m[2] or m[3] or m[4] or "" for m in _ATTRIBUTE.finditer(info)}
    head = _HEAD.match(_BRACES.sub("", _ATTRIBUTE.sub("", info)).strip())
    if not head:
        return ContainerTag("", fence=fence, attributes=attributes)
    title = head[2] or head[3].strip() or attributes.get("title")
    return ContainerTag(head[1].lower(), title or None, fence, attributes)


def marker_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001 -- the rule's signature
    """A line that stands for one JSX tag (see ``mdx``)."""
    match = _match(state, start, _MARKER)
    if not match:
        return False
    if not silent:
        token = state.push("jsx", "", 0)
        token.meta = {"tag": int(match[1])}
        state.line = start + 1
    return True


def unindented_paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: ARG001 -- see above
    """A paragraph where indentation means nothing: what may end it also does when indented by four."""
    line = start + 1
    outer, state.parentType = state.parentType, "paragraph"
    rules = state.md.block.ruler.getRules("paragraph")
    while line < state.lineMax and not state.isEmpty(line):
        if state.sCount[line] >= 0 and any(rule(state, line, state.lineMax, True) for rule in rules):
            break
        line += 1
    state.line = line
    state.push("paragraph_open", "p", 1).map = [start, line]
    token = state.push("inline", "", 0)
    token.content = state.getLines(start, line, state.blkIndent, False).strip()
    token.map, token.children = [start, line], []
    state.push("paragraph_close", "p", -1)
    state.parentType = outer
    return True


def _match(state: StateBlock, line: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
    if state.is_code_block(line):
        return None
    start = state.bMarks[line] + state.tShift[line]
    if not state.src.startswith(_STARTS, start):
        return None
    return pattern.fullmatch(state.src, start, state.eMarks[line])


def push_container(state: StateBlock, kind: str, nesting: Any, tag: ContainerTag) -> None:
    token = state.push(kind, "", nesting)
    token.meta = {"tag": tag}
    if nesting > 0 and tag.title:
        title = state.push("inline", "", 0)
        title.content, title.children = tag.title, []
