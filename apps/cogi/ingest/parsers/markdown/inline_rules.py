"""Inline rules: attribute lists leave the text, a heading's is read, ``@uid`` becomes a reference."""

from __future__ import annotations

import re

from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline

_ITEM = r"""(?:[#.][\w:.-]+|[\w:.-]+=(?:"[^"]*"|'[^']*'|[^\s"'{}]+))"""
_LIST = re.compile(rf"\{{:?\s*({_ITEM}(?:\s+{_ITEM})*)\s*\}}")
_TRAILING = re.compile(rf"\s*\{{:?\s*({_ITEM}(?:\s+{_ITEM})*)\s*\}}\s*$")
_CLOSING_HASHES = re.compile(r"\s+#+\s*$")
_KEY_VALUE = re.compile(r"""([\w:.-]+)=(?:"([^"]*)"|'([^']*)'|(\S+))""")
_UID = re.compile(r"@([A-Za-z][\w-]*(?:\.[\w-]+)+)")
_TAKES_ATTRIBUTES = frozenset({"link_close", "image", "code_inline", "softbreak", "html_inline"})


def attribute_list(state: StateInline, silent: bool) -> bool:  # noqa: ARG001 -- writes nothing either way
    """Drop ``{.class target=_blank}`` right after the link, image, code or emphasis it is for."""
    if state.src[state.pos] != "{" or not _stands_for_something(state):
        return False
    match = _LIST.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    state.pos = match.end()
    return True


def _stands_for_something(state: StateInline) -> bool:
    if state.pending:
        return state.pending.endswith("\n")
    previous = state.tokens[-1] if state.tokens else None
    if previous is None or previous.type in _TAKES_ATTRIBUTES:
        return True
    # Emphasis is paired later: so far its marks are text.
    return previous.type == "text" and not previous.content.strip("*_~")


def heading_text(state: StateCore) -> None:
    """Move a heading's trailing attribute list from its text to its token's attributes."""
    for token, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if token.type == "heading_open" and (match := _TRAILING.search(inline.content)):
            inline.content = _CLOSING_HASHES.sub("", inline.content[: match.start()])
            token.attrs = {**token.attrs, **parse_attributes(match[1])}


def parse_attributes(text: str) -> dict[str, str | int | float]:
    attributes: dict[str, str | int | float] = {
        m[1]: m[2] or m[3] or m[4] or "" for m in _KEY_VALUE.finditer(text)
    }
    if anchor := re.search(r"(?:^|\s)#([\w:.-]+)", text):
        attributes["id"] = anchor[1]
    return attributes


def uid_reference(state: StateInline, silent: bool) -> bool:
    match = _UID.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "@" else None
    if not match or (state.pending and (state.pending[-1].isalnum() or state.pending[-1] in "_./")):
        return False
    if not silent:
        token = state.push("uid_reference", "", 0)
        token.content = match[1].rstrip("-")
    state.pos = match.end()
    return True
