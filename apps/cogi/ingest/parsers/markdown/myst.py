"""MyST's directives in fences and its roles; a directive that is not known keeps its text."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from cogi.ingest.parsers.markdown.containers import ContainerTag, push_container

_OPENING = re.compile(r"(`{3,}|~{3,}|:{3,})\{([\w:+.-]+)\}[ \t]*(.*)")
_OPTION = re.compile(r":[\w-]+:.*")
_CODE = frozenset(
    {"code", "code-block", "code-cell", "sourcecode", "literalinclude", "parsed-literal", "doctest"}
)
_NOT_TEXT = frozenset(
    {"image", "contents", "raw", "include", "index", "only", "currentmodule", "module", "mermaid"}
)
_TITLED = re.compile(r"(.*?)\s*<([^<>]+)>", re.DOTALL)
_UNNAMED = frozenset({"figure", "rubric", "eval-rst"})


def directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    r"""Read ```` ```{name} argument ```` with its options and body up to the closing fence."""
    if state.is_code_block(start):
        return False
    at = state.bMarks[start] + state.tShift[start]
    match = _OPENING.fullmatch(state.src, at, state.eMarks[start])
    if not match:
        return False
    if not silent:
        closing = _closing_line(state, start + 1, end, match[1])
        body = _skip_options(state, start + 1, closing)
        _push(state, match[2], match[3], (body, closing))
        state.line = min(closing + 1, end)
    return True


def _closing_line(state: StateBlock, line: int, end: int, fence: str) -> int:
    closing = re.compile(rf"{re.escape(fence[0])}{{{len(fence)},}}[ \t]*")
    for at in range(line, end):
        if closing.fullmatch(state.src, state.bMarks[at] + state.tShift[at], state.eMarks[at]):
            return at
    return end


def _skip_options(state: StateBlock, line: int, end: int) -> int:
    """Return the first line after ``:option: value`` lines or a block of YAML between rules."""
    lines = [state.src[state.bMarks[at] + state.tShift[at] : state.eMarks[at]] for at in range(line, end)]
    if lines and lines[0] == "---" and "---" in lines[1:]:
        return line + lines.index("---", 1) + 1
    taken = 0
    while taken < len(lines) and _OPTION.fullmatch(lines[taken]):
        taken += 1
    return line + taken


def _push(state: StateBlock, name: str, argument: str, body: tuple[int, int]) -> None:
    if name in _CODE:
        token = state.push("fence", "code", 0)
        token.info = argument or ("python" if name == "code-cell" else "")
        token.content = state.getLines(*body, state.blkIndent, True)
    elif name == "toctree":
        token = state.push("toctree", "", 0)
        token.content = state.getLines(*body, state.blkIndent, False)
    elif name not in _NOT_TEXT:
        _push_text(state, name, argument, body)


def _push_text(state: StateBlock, name: str, argument: str, body: tuple[int, int]) -> None:
    title = None if name == "figure" else argument.strip() or None
    tag = ContainerTag("" if name in _UNNAMED else name.rpartition(":")[2], title)
    push_container(state, "container_open", 1, tag)
    outer = state.lineMax, state.parentType
    state.lineMax, state.parentType = body[1], "container"
    state.md.block.tokenize(state, *body)
    state.lineMax, state.parentType = outer
    push_container(state, "container_close", -1, ContainerTag(tag.name))


def role_parts(content: str) -> tuple[str, str]:
    """Return the words and the target of ``title <target>`` or of a bare target."""
    titled = _TITLED.fullmatch(content)
    return (titled[1], titled[2]) if titled else (content, content)
