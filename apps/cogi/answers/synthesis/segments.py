"""Cuts a stream of Markdown into segments that can be judged: a sentence, a line, a whole block of code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_FENCE_LINE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
# A sentence ends where the next thing is neither its own citation nor still unknown.
_SENTENCE_END = re.compile(r"[.!?…](?:[\"'”’)*_]*)(?:\s*\[[\d,; ]+\])*[ \t]+(?=[^\s\[])|\n")


def read_segments(pieces: Iterable[str]) -> Iterator[str]:
    """Yield segments that concatenate to the text; code that the stream breaks off in is closed."""
    rest = ""
    for piece in pieces:
        rest += piece
        while (end := _first_end(rest)) is not None:
            yield rest[:end]
            rest = rest[end:]
    if rest:
        yield _closed(rest)


def is_code(segment: str) -> bool:
    return bool(_FENCE_LINE.match(segment))


def _first_end(text: str) -> int | None:
    if _could_be_fence(text):
        return _end_of_code(text)
    for end in _SENTENCE_END.finditer(text):
        if text.count("`", 0, end.start()) % 2 == 0:
            return end.end()
    return None


def _could_be_fence(text: str) -> bool:
    start = text.lstrip(" \t")
    return start.startswith(("```", "~~~")) or ("\n" not in text and start in {"`", "``", "~", "~~"})


def _end_of_code(text: str) -> int | None:
    opening = _FENCE_LINE.match(text)
    if opening is None:
        return None
    closing = re.compile(rf"\n[ \t]*{re.escape(opening[1])}[ \t]*(?:\n|\Z)").search(text, opening.end())
    # Without a line end after it, more of the fence may come.
    return closing.end() if closing and closing[0].endswith("\n") else None


def _closed(text: str) -> str:
    opening = _FENCE_LINE.match(text)
    if opening is None:
        return text
    is_closed = re.search(rf"\n[ \t]*{re.escape(opening[1])}[ \t]*\Z", text.rstrip())
    return text if is_closed else f"{text.rstrip()}\n{opening[1]}"
