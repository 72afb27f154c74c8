"""Splits a passage's content into the fields that BM25F weighs: title, headings, code, body."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogi.index.conf import conf

TITLE, HEADINGS, CODE, BODY = "title", "headings", "code", "body"
TSVECTOR_WEIGHT = {TITLE: "A", HEADINGS: "B", CODE: "C", BODY: "D"}

_CODE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<block>.*?)^(?P=fence)[ \t]*$|`(?P<inline>[^`\n]+)`",
    re.MULTILINE | re.DOTALL,
)


def fields(trail: Sequence[str], text: str) -> Iterator[tuple[str, str]]:
    """Yield ``(field, text)`` pairs in reading order."""
    if trail:
        yield TITLE, trail[0]
    for heading in trail[1:]:
        yield HEADINGS, heading
    last = 0
    for match in _CODE.finditer(text):
        yield BODY, text[last : match.start()]
        yield CODE, match["block"] or match["inline"] or ""
        last = match.end()
    yield BODY, text[last:]


def field_weights() -> dict[str, float]:
    """Return the BM25F weight of each field."""
    return {field: float(conf.field_weights.get(field, 1.0)) for field in TSVECTOR_WEIGHT}
