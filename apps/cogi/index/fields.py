"""The fields that BM25F weighs (title, headings, code, body), and which words of a Markdown text are code."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from cogi.index.conf import conf
from cogi.index.words import ASCII_WORD, WORD

TITLE, HEADINGS, CODE, BODY = "title", "headings", "code", "body"
# In the order of a tsvector's weights: A title, B headings, C code, D body.
FIELDS = (TITLE, HEADINGS, CODE, BODY)

WORD_KIND, TICK, BREAK, FENCE = range(4)
_FENCED = "``` "
"""A piece that stands for a line that begins or ends code; no other piece of a text has a blank."""
_KINDS = {"`": TICK, "\n": BREAK, _FENCED: FENCE}
_FENCE = re.compile(r"^(?:`{3,}|~{3,})[^\n]*", re.MULTILINE)
_MARKS = rf"|{_FENCED}|[`\n]"
_TOKEN = re.compile(WORD.pattern + _MARKS, WORD.flags)
_ASCII_TOKEN = re.compile(ASCII_WORD.pattern + _MARKS, ASCII_WORD.flags)

Int = NDArray[np.int64]
Flags = NDArray[np.bool_]


def field_weights() -> dict[str, float]:
    """Return the BM25F weight of each field."""
    return {field: float(conf.field_weights.get(field, 1.0)) for field in FIELDS}


def pieces(text: str) -> list[str]:
    """Cut ``text`` where no word can be: few pieces are new, so their ``tokens`` need not be found again."""
    if "```" not in text and "~~~" not in text:
        return text.replace("\n", "\n ").split(" ")
    between = (part.replace("\n", "\n ").split(" ") for part in _FENCE.split(text))
    first = next(between)
    return [*first, *(piece for part in between for piece in (_FENCED, *part))]


def tokens(piece: str) -> list[str]:
    """Return the words of a piece, and between them the marks that begin and end code."""
    return (_ASCII_TOKEN if piece.isascii() else _TOKEN).findall(piece)


def token_kind(token: str) -> int:
    """Tell a word from a backtick, a line's end and a fence."""
    return _KINDS.get(token, WORD_KIND)


def in_code(kinds: Int, texts: Int) -> Flags:
    """Tell for each token (n,) whether it stands in code; ``texts`` (n,) ascend and number the texts.

    Code stands between two fences of a text, or between two backticks of a line. A fence or backtick
    without a second one opens nothing.
    """
    lines = np.cumsum((kinds == BREAK) | (kinds == FENCE)) + texts
    return _between(kinds == FENCE, texts) | _between(kinds == TICK, lines)


def _between(marks: Flags, groups: Int) -> Flags:
    """Tell which tokens stand behind an odd mark of their group that has a partner."""
    if not marks.size:
        return marks
    starts = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])
    own = np.repeat(np.arange(starts.size), np.diff(starts, append=groups.size))
    before: Int = np.cumsum(marks) - marks
    passed: Int = before - before[starts][own]
    paired = np.add.reduceat(marks.astype(np.int64), starts) // 2 * 2
    inside: Flags = (passed % 2 == 1) & (passed < paired[own])
    return inside
