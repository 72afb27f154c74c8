"""Snippets: escaped first, then marked. The only markup that leaves this module is ``<mark>``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from cogi.index.analysis import Analyzer, Token, analyzer

_FENCE = re.compile(r"^(?:`{3,}|~{3,}).*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^\s*\|?(?:\s*:?-{2,}:?\s*\|)+.*$", re.MULTILINE)
_MARKUP = re.compile(r"`+|^\s*(?:[-*]|\d+\.)\s+|\s*\|\s*", re.MULTILINE)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Highlighter:
    """Marks the words of one question in texts of one language."""

    analysis: Analyzer
    lexemes: frozenset[str]
    prefix: str

    @classmethod
    def of(cls, question: str, language: str) -> Highlighter:
        analysis = analyzer(language)
        last = question.rpartition(" ")[2].casefold()
        return cls(analysis, frozenset(analysis.lexemes(question)), last if len(last) > 1 else "")

    def mark(self, text: str) -> str:
        """Return ``text`` as safe HTML with the question's words marked."""
        return _marked(text, self._spans(text))

    def snippet(self, text: str, *, words: int) -> str:
        """Return the best window of at most ``words`` words of Markdown ``text``, as safe HTML."""
        plain = plain_text(text)
        start, end = self._window(plain, words)
        lead, tail = ("… " if start else ""), (" …" if end < len(plain) else "")
        spans = [(a - start, b - start) for a, b in self._spans(plain) if start <= a and b <= end]
        return lead + _marked(plain[start:end].rstrip(), spans) + tail

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Return the disjoint ranges of characters to mark, in order."""
        spans = [(t.start, t.end) for t in self.analysis.tokens(text) if self._hits(t, text)]
        return [span for i, span in enumerate(spans) if i == 0 or span[0] >= spans[i - 1][1]]

    def _hits(self, token: Token, text: str) -> bool:
        if token.lexeme in self.lexemes:
            return True
        return bool(self.prefix) and text[token.start : token.end].casefold().startswith(self.prefix)

    def _window(self, text: str, words: int) -> tuple[int, int]:
        """Choose the window with most different words of the question, the earliest of equals."""
        bounds = [match.span() for match in re.finditer(r"\S+", text)]
        if len(bounds) <= words:
            return 0, len(text)
        hits = self._hits_by_word(text, bounds)
        if not any(hits):
            return 0, bounds[words - 1][1]
        best = max(range(len(bounds) - words + 1), key=lambda i: (_value(hits[i : i + words]), -i))
        first = self._backed_up(hits, best, words)
        return bounds[first][0], bounds[min(first + words, len(bounds)) - 1][1]

    def _hits_by_word(self, text: str, bounds: Sequence[tuple[int, int]]) -> list[frozenset[str]]:
        starts: dict[int, set[str]] = {}
        for token in self.analysis.tokens(text):
            if self._hits(token, text):
                starts.setdefault(token.start, set()).add(token.lexeme)
        return [
            frozenset(x for position in range(start, end) for x in starts.get(position, ()))
            for start, end in bounds
        ]

    @staticmethod
    def _backed_up(hits: Sequence[frozenset[str]], best: int, words: int) -> int:
        """Move the window so that its first hit does not stand at its very edge."""
        lead = next((i for i, hit in enumerate(hits[best : best + words]) if hit), 0)
        return min(max(best + lead - words // 4, 0), max(len(hits) - words, 0))


def plain_text(text: str) -> str:
    """Return Markdown ``text`` without its markup, on one line."""
    without = _MARKUP.sub(" ", _TABLE_RULE.sub("", _FENCE.sub("", text)))
    return _SPACE.sub(" ", without).strip()


@lru_cache(maxsize=256)
def highlighter(question: str, language: str) -> Highlighter:
    return Highlighter.of(question, language)


def _value(hits: Sequence[frozenset[str]]) -> tuple[int, int]:
    return len(frozenset().union(*hits)), sum(map(len, hits))


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    pieces, last = [], 0
    for start, end in spans:
        pieces += [escape(text[last:start]), "<mark>", escape(text[start:end]), "</mark>"]
        last = end
    return "".join([*pieces, escape(text[last:])])
