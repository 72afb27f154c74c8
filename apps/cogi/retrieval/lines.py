"""Texts as one line each, cut into words; those of passages are kept, since a passage never changes."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from cogi.index.analysis import find_words
from cogi.index.caching import BoundedCache
from cogi.retrieval.conf import conf

_FENCE = re.compile(r"^(?:`{3,}|~{3,}).*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+.*$", re.MULTILINE)
_LIST_MARK = re.compile(r"\n[ \t]*(?:[-*]|\d+\.)[ \t]+")
_QUOTES = str.maketrans("`|", "  ")

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
# Where no spaces are written, two characters count as a word; so does each part of an endless one.
_LONGEST_COUNTED = 40
_COUNTED = re.compile(rf"[{_UNSPACED}]{{1,2}}|[^\s{_UNSPACED}]{{1,{_LONGEST_COUNTED}}}")

Places = Sequence[int]


class Line(NamedTuple):
    """A text on one line, its ``words`` (n,) with their ``starts`` (n,), and the different ones.

    ``counted`` are the starts and ends (m,) of what counts as a word of a snippet.
    """

    text: str
    words: Sequence[str]
    starts: Places
    distinct: frozenset[str]
    counted: tuple[Places, Places]


# A line takes about six times what its text does: the text itself, places, and words that texts share.
_lines: BoundedCache[str, Line] = BoundedCache(
    capacity=lambda: conf.text_cache_bytes, size=lambda line: 6 * len(line.text) + 500
)


def read_passage(text: str) -> Line:
    """Return Markdown ``text`` as a line without its markup."""
    line = _lines.get(text)
    if line is None:
        line = read_line(plain_text(text))
        _lines.put(text, line)
    return line


def read_line(text: str) -> Line:
    """Return ``text``, one line with single spaces, as it is."""
    words = tuple(map(sys.intern, find_words(text)))
    return Line(text, words, _starts(text, words), frozenset(words), _counted(text))


def plain_text(text: str) -> str:
    """Return Markdown ``text`` without its markup, on one line."""
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("", text)
    if "|" in text:
        text = _TABLE_RULE.sub("", text)
    # The first line begins like the others, so that one literal character tells where to look.
    return " ".join(_LIST_MARK.sub(" ", f"\n{text}").translate(_QUOTES).split())


def _starts(text: str, words: Sequence[str]) -> Places:
    """Return where ``words``, all of ``text`` in order, begin: between two there is none of any word."""
    starts, end = array("I"), 0
    for word in words:
        start = text.index(word, end)
        starts.append(start)
        end = start + len(word)
    return starts


def _counted(text: str) -> tuple[Places, Places]:
    """Return where the words of ``text`` begin and end, as a reader counts them."""
    if not text.isascii() and UNSPACED_RUN.search(text):
        spans = [match.span() for match in _COUNTED.finditer(text)]
        return array("I", [start for start, _ in spans]), array("I", [end for _, end in spans])
    starts, ends, start = array("I"), array("I"), 0
    for length in map(len, text.split(" ")):
        end = start + length
        cuts = range(start, end, _LONGEST_COUNTED) if length else (start,)
        starts.extend(cuts)
        ends.extend(min(cut + _LONGEST_COUNTED, end) for cut in cuts)
        start = end + 1
    return starts, ends
