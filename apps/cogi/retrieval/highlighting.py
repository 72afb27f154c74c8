"""Snippets: escaped first, then marked. The only markup that leaves this module is ``<mark>``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from cogi.index.analysis import WORD, analyzer

_FENCE = re.compile(r"^(?:`{3,}|~{3,}).*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+.*$", re.MULTILINE)
_MARKUP = re.compile(r"[`|]+|^[ \t]*(?:[-*]|\d+\.)[ \t]+", re.MULTILINE)

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
# Where no spaces are written, two characters count as a word; so does each part of an endless one.
_COUNTED = re.compile(rf"[{_UNSPACED}]{{1,2}}|[^\s{_UNSPACED}]{{1,40}}")

SHORTEST_PREFIX = 3

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``start`` to ``end`` of a text hit ``lexeme`` of the question, or a whole phrase of it."""

    start: int
    end: int
    lexeme: str
    is_phrase: bool = False


class Highlighter:
    """Marks the words and phrases of one question in texts of one language."""

    def __init__(self, question: str, language: str, phrases: Sequence[str]) -> None:
        self._analysis = analyzer(language)
        self._lexemes = frozenset(self._analysis.lexemes(question))
        last = question.rpartition(" ")[2]
        is_word = len(last) >= SHORTEST_PREFIX and self._analysis.lexemes(last)
        self._prefix = last.casefold() if is_word else ""
        self._phrases = [tuple(map(self._key, WORD.findall(phrase))) for phrase in phrases]
        # Where no spaces are written, the question's words stand inside longer runs.
        runs = {*_UNSPACED_RUN.findall(question), *filter(_UNSPACED_RUN.fullmatch, self._lexemes)}
        self._unspaced = _any_of(runs)
        self._hit = lru_cache(maxsize=2048)(self._hit_raw)

    def mark(self, text: str) -> str:
        """Return ``text`` as safe HTML with the question's words marked."""
        return _marked(text, self._marks(text))

    def snippet(self, text: str, *, words: int) -> str:
        """Return the best window of at most ``words`` words of Markdown ``text``, as safe HTML."""
        plain = plain_text(text)
        marks = self._marks(plain)
        start, end = _window(plain, marks, words)
        lead, tail = ("… " if start else ""), (" …" if end < len(plain) else "")
        inside = [
            replace(mark, start=mark.start - start, end=min(mark.end, end) - start)
            for mark in marks
            if start <= mark.start < end
        ]
        return lead + _marked(plain[start:end], inside) + tail

    def _marks(self, text: str) -> list[Mark]:
        """Return what to mark, in order and disjoint; a compound that hits twice is marked once."""
        words = list(WORD.finditer(text))
        phrases = self._phrases_in(words) if self._phrases else {}
        marks: list[Mark] = []
        marked_to = 0
        for number, word in enumerate(words):
            if number < marked_to:
                continue
            if number in phrases:
                marked_to = number + phrases[number]
                marks.append(Mark(word.start(), words[marked_to - 1].end(), word[0], is_phrase=True))
            elif not word[0].isascii() and _UNSPACED_RUN.search(word[0]):
                marks += self._inside(word)
            elif (lexeme := self._hit(word[0])) is not None:
                marks.append(Mark(word.start(), word.end(), lexeme))
        return marks

    def _inside(self, run: re.Match[str]) -> Iterator[Mark]:
        for hit in self._unspaced.finditer(run[0]) if self._unspaced else ():
            yield Mark(run.start() + hit.start(), run.start() + hit.end(), hit[0])

    def _hit_raw(self, raw: str) -> str | None:
        for lexeme, _ in self._analysis.expand(raw)[0]:
            if lexeme in self._lexemes:
                return lexeme
        return self._prefix if self._prefix and raw.casefold().startswith(self._prefix) else None

    def _phrases_in(self, words: Sequence[re.Match[str]]) -> Mapping[int, int]:
        """Return the numbers of the words that begin a phrase of the question, and its length in words."""
        keys = [self._key(word[0]) for word in words]
        return {
            number: max(lengths)
            for number, key in enumerate(keys)
            if (lengths := [len(p) for p in self._phrases if _begins(keys, number, p, key)])
        }

    def _key(self, word: str) -> Key:
        """Return what makes two words the same in a phrase: the lexemes, or the stop word itself."""
        return self._analysis.expand(word)[0] or (word.casefold(),)


def _begins(keys: Sequence[Key], at: int, phrase: Sequence[Key], key: Key) -> bool:
    return bool(phrase) and phrase[0] == key and tuple(keys[at : at + len(phrase)]) == phrase


def _any_of(words: set[str]) -> re.Pattern[str] | None:
    """Match any of ``words``, the longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None


def plain_text(text: str) -> str:
    """Return Markdown ``text`` without its markup, on one line."""
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("", text)
    if "|" in text:
        text = _TABLE_RULE.sub("", text)
    return " ".join(_MARKUP.sub(" ", text).split())


@lru_cache(maxsize=64)
def highlighter(question: str, language: str, phrases: tuple[str, ...] = ()) -> Highlighter:
    """Return what marks ``question``, running text in which ``phrases`` occur."""
    return Highlighter(question, language, phrases)


def _window(text: str, marks: Sequence[Mark], words: int) -> tuple[int, int]:
    """Choose the window of ``words`` words with most phrases, then most different hits, then most hits."""
    bounds = [match.span() for match in _COUNTED.finditer(text)]
    if len(bounds) <= words:
        return 0, len(text)
    starts = [start for start, _ in bounds]
    hits = [(bisect_right(starts, mark.start) - 1, mark) for mark in marks]
    first = max(0, _densest(hits, words) - words // 4)
    first = min(first, len(bounds) - words)
    return bounds[first][0], bounds[first + words - 1][1]


def _densest(hits: Sequence[tuple[int, Mark]], words: int) -> int:
    """Return the word at which the best window's first hit stands: 0 without hits, else the earliest."""
    reach = words - words // 4
    best, best_value = 0, (0, 0, 0)
    for i, (word, _) in enumerate(hits):
        inside = [mark for at, mark in hits[i : i + words] if at < word + reach]
        value = sum(m.is_phrase for m in inside), len({m.lexeme for m in inside}), len(inside)
        if value > best_value:
            best, best_value = word, value
    return best


def _marked(text: str, marks: Sequence[Mark]) -> str:
    pieces, last = [], 0
    for mark in marks:
        pieces += [escape(text[last : mark.start]), "<mark>", escape(text[mark.start : mark.end]), "</mark>"]
        last = mark.end
    return "".join([*pieces, escape(text[last:])])
