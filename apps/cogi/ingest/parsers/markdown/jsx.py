"""Reads JSX tags and braces without understanding, let alone running, the JavaScript inside them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Literal

_NAME = re.compile(r"[A-Za-z][\w.:-]*")
_PROP_NAME = re.compile(r"[A-Za-z_$@:][\w.:$@-]*")
_SPACE = re.compile(r"\s*")
_BARE = re.compile(r"[^\s\"'=<>`{}]+")
_LITERAL = re.compile(r"""\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*""")
_SCALAR = re.compile(r"\s*(true|-?\d+(?:\.\d+)?)\s*")
_CLOSERS = {"{": "}", "(": ")", "[": "]"}
_LONGEST = 50_000


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag at ``[start, end)`` of a source. ``props`` holds those whose value is plain text."""

    name: str
    kind: Literal["open", "close", "self"]
    end: int
    props: dict[str, str] = field(default_factory=dict)


def read_tag(source: str, start: int) -> Tag | None:
    """Return the tag that begins at ``start`` (a ``<``), or None when the text is no tag."""
    if source.startswith("</", start):
        return _read_closing(source, start)
    if source.startswith("<>", start):
        return Tag("", "open", start + 2)
    name = _NAME.match(source, start + 1)
    return _read_props(source, name.end(), name.group()) if name else None


def _read_closing(source: str, start: int) -> Tag | None:
    name = _NAME.match(source, start + 2)
    at = _skip_space(source, name.end() if name else start + 2)
    if not source.startswith(">", at):
        return None
    return Tag(name.group() if name else "", "close", at + 1)


def _read_props(source: str, at: int, name: str) -> Tag | None:
    props: dict[str, str] = {}
    limit = min(len(source), at + _LONGEST)
    while (at := _skip_space(source, at)) < limit:
        if source.startswith("/>", at):
            return Tag(name, "self", at + 2, props)
        if source[at] == ">":
            return Tag(name, "open", at + 1, props)
        after = _skip_spread(source, at) if source[at] == "{" else _read_prop(source, at, props)
        if after is None:
            return None
        at = after
    return None


def _skip_spread(source: str, at: int) -> int | None:
    return matching_bracket(source, at)


def _read_prop(source: str, at: int, props: dict[str, str]) -> int | None:
    name = _PROP_NAME.match(source, at)
    if not name:
        return None
    equals = _skip_space(source, name.end())
    if not source.startswith("=", equals):
        props[name.group()] = "true"
        return name.end()
    return _read_value(source, _skip_space(source, equals + 1), name.group(), props)


def _read_value(source: str, at: int, name: str, props: dict[str, str]) -> int | None:
    quote = source[at : at + 1]
    if quote in {'"', "'"}:
        end = source.find(quote, at + 1, at + _LONGEST)
        if end < 0:
            return None
        props[name] = html.unescape(source[at + 1 : end])
        return end + 1
    if quote == "{":
        after = matching_bracket(source, at)
        if after is not None and (text := literal_text(source[at + 1 : after - 1])) is not None:
            props[name] = text
        return after
    bare = _BARE.match(source, at)
    if bare:
        props[name] = bare.group()
    return bare.end() if bare else None


def literal_text(expression: str) -> str | None:
    """Return the text of an expression that is one string, number or ``true``; else None."""
    if scalar := _SCALAR.fullmatch(expression):
        return scalar[1]
    literal = _LITERAL.fullmatch(expression)
    return next((group for group in literal.groups() if group is not None), "") if literal else None


def matching_bracket(source: str, start: int) -> int | None:
    """Return the place after the bracket that closes the one at ``start``, or None.

    A quote counts as a string only if it closes on its line: an apostrophe in JSX text is no string.
    """
    closers = [_CLOSERS[source[start]]]
    at, limit = start + 1, min(len(source), start + _LONGEST)
    while at < limit:
        char = source[at]
        if char in _CLOSERS:
            closers.append(_CLOSERS[char])
        elif char == closers[-1]:
            closers.pop()
            if not closers:
                return at + 1
        elif char in "\"'`":
            at = _skip_string(source, at, limit)
        elif source.startswith("/*", at):
            at = source.find("*/", at + 2, limit) + 1
            if not at:
                return None
        at += 1
    return None


def _skip_string(source: str, start: int, limit: int) -> int:
    """Return the place of the closing quote, or ``start`` when it does not close."""
    quote, at = source[start], start + 1
    while at < limit:
        char = source[at]
        if char == "\\":
            at += 1
        elif char == quote:
            return at
        elif char == "\n" and quote != "`":
            return start
        at += 1
    return start


def _skip_space(source: str, at: int) -> int:
    match = _SPACE.match(source, at)
    return match.end() if match else at
