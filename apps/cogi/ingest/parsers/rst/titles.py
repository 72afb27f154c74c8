"""Titles and labels of pages, found by their shape: what a reference without a text of its own reads as."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ADORNMENT = re.compile(r"^([!-/:-@\[-`{-~])\1{2,}$|^([!-/:-@\[-`{-~])\2$")
_LABEL = re.compile(r"^\.\. _(`[^`]+`|(?![ _`])[^:\\]+(?:\\:[^:]*)*):\s*$")
_ROLE = re.compile(r":[\w:.+-]+:`(?:([^`<]*?)\s*<[^`]*>|~(?:[\w]+\.)*([\w]+)|!?([^`]*))`")
_LINK = re.compile(r"`([^`<]+?)\s*<[^`]*>`__?")
_MARKUP = re.compile(r"``|`__?|`|\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|(?<=\w)__?(?=\s|$)|\\")


def plain_title(source: str) -> str:
    """Return the words of a title without inline markup."""
    text = _ROLE.sub(lambda match: match[1] or match[2] or match[3] or "", source)
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", text)).split())


def find_titles(source: str) -> tuple[str, dict[str, str]]:
    """Return the first title of a page (or "") and the titles that its labels stand before."""
    lines = [line.rstrip() for line in source.splitlines()]
    first, labels = "", {}
    waiting: list[str] = []
    for kind, text in _landmarks(lines):
        if kind == "label":
            waiting.append(text)
        elif kind == "title":
            first = first or text
            labels.update(dict.fromkeys(waiting, text))
            waiting = []
        else:
            waiting = []
    return first, labels


def _landmarks(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield labels, titles and, for anything else that parts a label from a title, text."""
    at = 0
    while at < len(lines):
        line = lines[at]
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if match := _LABEL.match(line):
            yield "label", normalized_label(match[1].strip("`").replace("\\", ""))
        elif _ADORNMENT.match(line) and following and _is_underline(lines[at + 2 : at + 3], following, line):
            yield "title", plain_title(following.strip())
            at += 2
        elif (
            line and not line[0].isspace() and _is_underline([following], line) and not _ADORNMENT.match(line)
        ):
            yield "title", plain_title(line)
            at += 1
        elif line and not line.startswith((".. ", " ")):
            yield "text", ""
        at += 1


def _is_underline(candidate: list[str], title: str, overline: str = "") -> bool:
    if not candidate or not _ADORNMENT.match(candidate[0]):
        return False
    if overline:
        return candidate[0] == overline
    return len(candidate[0]) >= min(len(title), 4)


def normalized_label(label: str) -> str:
    return " ".join(label.lower().split())
