"""Classified stretches inside text under construction: invisible marks that become spans at the end.

Marks survive joining, indenting and cutting at lines, where character offsets would go stale.
"""

from __future__ import annotations

import re

from cogi.corpus.classification import Classification, Span

_CLOSE = "\ufdd0"
_OPEN = {level: chr(0xFDD0 + level) for level in Classification if level > Classification.PUBLIC}
_LEVEL_OF = {mark: level for level, mark in _OPEN.items()}
_MARK = re.compile("[\ufdd0-\ufdd3]")


def marked(text: str, level: Classification) -> str:
    return f"{_OPEN[level]}{text}{_CLOSE}" if level > Classification.PUBLIC else text


def extract_spans(text: str) -> tuple[str, tuple[Span, ...]]:
    """Return ``text`` without marks, and the spans they enclosed; a mark left open runs to the end."""
    if not _MARK.search(text):
        return text, ()
    pieces: list[str] = []
    spans: list[Span] = []
    open_marks: list[tuple[int, Classification]] = []
    length = 0
    for piece in re.split("([\ufdd0-\ufdd3])", text):
        if piece in _LEVEL_OF:
            open_marks.append((length, _LEVEL_OF[piece]))
        elif piece == _CLOSE:
            if open_marks:
                start, level = open_marks.pop()
                spans.append(Span(start, length, level))
        else:
            pieces.append(piece)
            length += len(piece)
    spans.extend(Span(start, length, level) for start, level in open_marks)
    kept = sorted((s for s in spans if s.start < s.end), key=lambda s: (s.start, s.end))
    return "".join(pieces), tuple(kept)


def without_classified(text: str) -> str:
    """Return what a public reader sees of marked ``text``: for titles, which carry no spans."""
    if not _MARK.search(text):
        return text
    depth = 0
    pieces: list[str] = []
    for piece in re.split("([\ufdd0-\ufdd3])", text):
        if piece in _LEVEL_OF:
            depth += 1
        elif piece == _CLOSE:
            depth = max(0, depth - 1)
        elif not depth:
            pieces.append(piece)
    return " ".join("".join(pieces).split())
