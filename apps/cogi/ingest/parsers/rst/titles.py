"""Titles and labels of pages, found by their shape: what a reference without a text of its own reads as."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from cogi.corpus.classification import Classification
from cogi.ingest.parsers.levels import level_stated

_ADORNMENT = re.compile(r"^([!-/:-@\[-`{-~])\1{2,}$|^([!-/:-@\[-`{-~])\2$")
_LABEL = re.compile(r"^\.\. _(`[^`]+`|(?![ _`])[^:\\]+(?:\\:[^:]*)*):\s*$")
_ROLE = re.compile(r":([\w:.+-]+):`(?:([^`<]*?)\s*<[^`]*>|~(?:[\w]+\.)*([\w]+)|!?([^`]*))`")
_LINK = re.compile(r"`([^`<]+?)\s*<[^`]*>`__?")
_MARKUP = re.compile(r"``|`__?|`|\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|(?<=\w)__?(?=\s|$)|\\")
_LEVELS = frozenset(level.label for level in Classification if level > Classification.PUBLIC)
_SECRET_ROLE = re.compile(
    rf"^\s*\.\. role:: *([\w-]+) *\( *(?:{'|'.join(sorted(_LEVELS))}) *\)", re.IGNORECASE | re.MULTILINE
)
_PAGE_LEVEL = re.compile(r"^:classification:[ \t]*(.*)$", re.IGNORECASE | re.MULTILINE)


def plain_title(source: str, secret_roles: Container[str] = _LEVELS) -> str:
    """Return the words of a title without inline markup and without what ``secret_roles`` hold."""

    def words(match: re.Match[str]) -> str:
        return "" if match[1].lower() in secret_roles else match[2] or match[3] or match[4] or ""

    text = _ROLE.sub(words, source)
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", text)).split())


def find_titles(source: str) -> tuple[str, dict[str, str]]:
    """Return the first title of a page (or "") and the titles that its labels stand before.

    They are shown on other pages, so a classified page has none to show.
    """
    if any(level_stated(level) for level in _PAGE_LEVEL.findall(source)):
        return "", {}
    secret_roles = _LEVELS.union(name.lower() for name in _SECRET_ROLE.findall(source))
    lines = [line.rstrip() for line in source.splitlines()]
    first, labels = "", {}
    waiting: list[str] = []
    for kind, text in _landmarks(lines):
        if kind == "label":
            waiting.append(text)
            continue
        if kind == "title":
            title = plain_title(text, secret_roles)
            first = first or title
            labels.update(dict.fromkeys(waiting, title))
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
            yield "title", following.strip()
            at += 2
        elif (
            line and not line[0].isspace() and _is_underline([following], line) and not _ADORNMENT.match(line)
        ):
            yield "title", line
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
