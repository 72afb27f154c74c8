"""Snippets: escaped first, then marked. The only markup that leaves this module is ``<mark>``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from cogi.index.analysis import WORD, Analyzer, analyzer

_FENCE = re.compile(r"^(?:`{3,}|~{3,}).*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^\s*\|?(?:\s*:?-{2,}:?\s*\|)+.*$", re.MULTILINE)
_MARKUP = re.compile(r"`+|^\s*(?:[-*]|\d+\.)\s+|\s*\|\s*", re.MULTILINE)
_SPACE = re.compile(r"\s+")
_BETWEEN_SPACES = re.compile(r"\S+")


SHORTEST_PREFIX = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``start`` to ``end`` of a text hit ``lexeme`` of the question."""

    start: int
    end: int
    lexeme: str


@dataclass(frozen=True)
class Highlighter:
    """Marks the words of one question in texts of one language."""

    analysis: Analyzer
    lexemes: frozenset[str]
    prefix: str

    @classmethod
    def of(cls, question: str, language: str) -> Highlighter:
        analysis = analyzer(language)
        last = question.rpartition(" ")[2]
        is_word = len(last) >= SHORTEST_PREFIX and analysis.lexemes(last)
        return cls(analysis, frozenset(analysis.lexemes(question)), last.casefold() if is_word else "")

    def mark(self, text: str) -> str:
        """Return ``text`` as safe HTML with the question's words marked."""
        return _marked(text, self._marks(text))

    def snippet(self, text: str, *, words: int) -> str:
        """Return the best window of at most ``words`` words of Markdown ``text``, as safe HTML."""
        plain = plain_text(text)
        marks = self._marks(plain)
        start, end = _window(plain, marks, words)
        lead, tail = ("… " if start else ""), (" …" if end < len(plain) else "")
        inside = [Mark(m.start - start, m.end - start, m.lexeme) for m in marks if start <= m.start < end]
        return lead + _marked(plain[start:end], inside) + tail

    def _marks(self, text: str) -> list[Mark]:
        """Return what to mark, in order and disjoint; a compound that hits twice is marked once."""
        marks: list[Mark] = []
        for match in WORD.finditer(text):
            lexeme = self._hit(match[0])
            if lexeme is not None:
                marks.append(Mark(match.start(), match.end(), lexeme))
        return marks

    def _hit(self, raw: str) -> str | None:
        for lexeme, _ in self.analysis.expand(raw)[0]:
            if lexeme in self.lexemes:
                return lexeme
        return self.prefix if self.prefix and raw.casefold().startswith(self.prefix) else None


def plain_text(text: str) -> str:
    """Return Markdown ``text`` without its markup, on one line."""
    without = _MARKUP.sub(" ", _TABLE_RULE.sub("", _FENCE.sub("", text)))
    return _SPACE.sub(" ", without).strip()


@lru_cache(maxsize=256)
def highlighter(question: str, language: str) -> Highlighter:
    return Highlighter.of(question, language)


def _window(text: str, marks: Sequence[Mark], words: int) -> tuple[int, int]:
    """Choose the window of ``words`` words with most different hits, then most hits, then the earliest."""
    bounds = [match.span() for match in _BETWEEN_SPACES.finditer(text)]
    if len(bounds) <= words:
        return 0, len(text)
    starts = [start for start, _ in bounds]
    hits = [(bisect_right(starts, mark.start) - 1, mark.lexeme) for mark in marks]
    first = max(0, _densest(hits, words) - words // 4)
    first = min(first, len(bounds) - words)
    return bounds[first][0], bounds[first + words - 1][1]


def _densest(hits: Sequence[tuple[int, str]], words: int) -> int:
    """Return the word at which the best window's first hit stands (0 without hits)."""
    reach = words - words // 4
    best, best_value = 0, (0, 0)
    for i, (word, _) in enumerate(hits):
        inside = [lexeme for at, lexeme in hits[i : i + words] if at < word + reach]
        value = len(set(inside)), len(inside)
        if value > best_value:
            best, best_value = word, value
    return best


def _marked(text: str, marks: Sequence[Mark]) -> str:
    pieces, last = [], 0
    for mark in marks:
        pieces += [escape(text[last : mark.start]), "<mark>", escape(text[mark.start : mark.end]), "</mark>"]
        last = mark.end
    return "".join([*pieces, escape(text[last:])])
