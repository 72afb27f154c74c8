"""Splits prose into sentences; a full stop inside code, an abbreviation or a version is not an end."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Abbreviations that a sentence goes on after, lower case, without their last full stop.
_ABBREVIATIONS = frozenset(
    {
        "e.g",
        "i.e",
        "etc",
        "vs",
        "cf",
        "al",
        "approx",
        "dept",
        "dr",
        "eq",
        "fig",
        "mr",
        "mrs",
        "ms",
        "no",
        "nr",
    }
    | {"prof", "resp", "st", "bzw", "z.b", "d.h", "p.ex"}
)
# The stop, what closes around it, and white space before what can begin a sentence; or a CJK full stop.
_END = re.compile(
    r"[.!?…]+[\"'”’»)\]*_]*\s+(?=[\"'“‘«(\[*_`]*[^\W_a-z]|[\"'“‘«(\[]*`|--?\w)"
    r"|[\u3002\uff01\uff1f]+[\u300d\u300f\u201d\uff09]*\s*"
)
_CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_LAST_WORD = re.compile(r"[\w.]*\Z")


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of one paragraph, white space folded."""
    text = " ".join(text.split())
    spans = [span.span() for span in _CODE_SPAN.finditer(text)]
    start = 0
    for end in _END.finditer(text):
        inside = any(low < end.start() < high for low, high in spans)
        if inside or _is_abbreviation(text[start : end.start()], end[0]):
            continue
        yield text[start : end.end()].strip()
        start = end.end()
    if text[start:].strip():
        yield text[start:].strip()


def _is_abbreviation(before: str, mark: str) -> bool:
    if not mark.startswith("."):
        return False
    word = _LAST_WORD.search(before)
    last = word[0].lower() if word else ""
    return last in _ABBREVIATIONS or (len(last) == 1 and last.isalpha())
