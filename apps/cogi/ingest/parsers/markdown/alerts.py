"""Alerts written as block quotes: GitHub's and Microsoft Learn's ``> [!NOTE]``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.parsers.levels import level_named

_LABEL = re.compile(r"\[!([A-Za-z]+)([^\]]*)\][+-]?[ \t]*")
_SILENT = frozenset({"div", "video", "include"})


@dataclass(frozen=True, slots=True)
class Alert:
    title: str
    level: Classification = LOWEST


def take_alert(tokens: Sequence[Token], at: int) -> Alert | None:
    """Return the alert whose block quote's content begins at ``at``, and take its label from the text."""
    if at + 1 >= len(tokens) or tokens[at].type != "paragraph_open":
        return None
    children = tokens[at + 1].children or []
    match = _LABEL.match(children[0].content) if children and children[0].type == "text" else None
    if not match:
        return None
    children[0].content = children[0].content[match.end() :]
    name = match[1].lower()
    if (level := level_named(name)) is not None:
        return Alert("", level)
    return Alert("" if name in _SILENT else name.capitalize())
