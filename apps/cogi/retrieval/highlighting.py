"""Snippets: escaped first, then marked. The only markup that leaves this module is ``<mark>``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple

from cogi.index.analysis import analyzer, find_words
from cogi.retrieval.lines import UNSPACED_RUN, Line, read_line, read_passage

SHORTEST_PREFIX = 3

Key = tuple[object, ...]

_LOOK_INSIDE = ""
"""In place of the lexeme that a word hits: the word is written without spaces."""
REMEMBERED_WORDS = 20_000


class Mark(NamedTuple):
    """Characters ``start`` to ``end`` of a text hit ``lexeme`` of the question, or a whole phrase of it."""

    start: int
    end: int
    lexeme: str
    is_phrase: bool = False


class Highlighter:
    """Marks the words and phrases of one question in texts of one language.

    It remembers the words of the texts of one response, and is not shared between threads.
    """

    def __init__(self, question: str, language: str, phrases: Sequence[str] = ()) -> None:
        self._analysis = analyzer(language)
        self._lexemes_of = _lexemes_of(language)
        self._lexemes = frozenset(self._analysis.lexemes(question))
        last = question.rpartition(" ")[2]
        is_word = len(last) >= SHORTEST_PREFIX and self._analysis.lexemes(last)
        self._prefix = last.casefold() if is_word else ""
        self._phrases = [tuple(map(self._key, find_words(phrase))) for phrase in phrases]
        # Where no spaces are written, the question's words stand inside longer runs.
        runs = {*UNSPACED_RUN.findall(question), *filter(UNSPACED_RUN.fullmatch, self._lexemes)}
        self._unspaced = _any_of(runs)
        self._seen: set[str] = set()
        self._known_hits: dict[str, str] = {}

    def mark(self, text: str) -> str:
        """Return ``text`` as safe HTML with the question's words marked."""
        return _marked(text, self._marks(read_line(text)))

    def snippet(self, text: str, *, words: int) -> str:
        """Return the best window of at most ``words`` words of Markdown ``text``, as safe HTML."""
        line = read_passage(text)
        plain, marks = line.text, self._marks(line)
        start, end = _window(line, marks, words)
        lead, tail = ("… " if start else ""), (" …" if end < len(plain) else "")
        inside = [
            mark._replace(start=mark.start - start, end=min(mark.end, end) - start)
            for mark in marks
            if start <= mark.start < end
        ]
        return lead + _marked(plain[start:end], inside) + tail

    def _marks(self, line: Line) -> list[Mark]:
        """Return what to mark, in order and disjoint; a compound that hits twice is marked once."""
        words, starts = line.words, line.starts
        hits = self._hits(line.distinct)
        phrases = self._phrases_in(words) if self._phrases else {}
        numbers = [number for number, word in enumerate(words) if word in hits or number in phrases]
        marks: list[Mark] = []
        marked_to = 0
        for number in numbers:
            word, start = words[number], starts[number]
            if number < marked_to:
                continue
            if number in phrases:
                marked_to = number + phrases[number]
                end = starts[marked_to - 1] + len(words[marked_to - 1])
                marks.append(Mark(start, end, word, is_phrase=True))
            elif hits[word] == _LOOK_INSIDE:
                marks += self._inside(word, start)
            else:
                marks.append(Mark(start, start + len(word), hits[word]))
        return marks

    def _inside(self, run: str, start: int) -> Iterator[Mark]:
        for hit in self._unspaced.finditer(run) if self._unspaced else ():
            yield Mark(start + hit.start(), start + hit.end(), hit[0])

    def _hits(self, words: AbstractSet[str]) -> Mapping[str, str]:
        """Return the lexeme that each of ``words`` hits, those that hit none left out."""
        if new := words - self._seen:
            self._known_hits.update(self._find_hits(new))
            self._seen |= new
        return {word: self._known_hits[word] for word in words & self._known_hits.keys()}

    def _find_hits(self, words: AbstractSet[str]) -> Mapping[str, str]:
        misses = map(self._lexemes.isdisjoint, map(self._lexemes_of, words))
        hits = {
            word: next(filter(self._lexemes.__contains__, self._lexemes_of(word)))
            for word, missed in zip(words, misses, strict=True)
            if not missed
        }
        if self._prefix:
            begun = {word for word in words if word.casefold().startswith(self._prefix)}
            hits |= dict.fromkeys(begun - hits.keys(), self._prefix)
        runs = (word for word in words if not word.isascii() and UNSPACED_RUN.search(word))
        return hits | dict.fromkeys(runs, _LOOK_INSIDE)

    def _phrases_in(self, words: Sequence[str]) -> Mapping[int, int]:
        """Return the numbers of the words that begin a phrase of the question, and its length in words."""
        keys = [self._key(word) for word in words]
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


@cache
def _lexemes_of(language: str) -> Callable[[str], tuple[str, ...]]:
    expand = analyzer(language).expand
    return lru_cache(maxsize=REMEMBERED_WORDS)(lambda word: tuple(lexeme for lexeme, _ in expand(word)[0]))


def _any_of(words: set[str]) -> re.Pattern[str] | None:
    """Match any of ``words``, the longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None


def highlighters(question: str, phrases: Sequence[str]) -> Callable[[str], Highlighter]:
    """Return what gives the highlighter of each language for one response."""
    return cache(lambda language: Highlighter(question, language, phrases))


def _window(line: Line, marks: Sequence[Mark], words: int) -> tuple[int, int]:
    """Choose the window of ``words`` words with most phrases, then most different hits, then most hits."""
    starts, ends = line.counted
    if len(starts) <= words:
        return 0, len(line.text)
    hits = [(bisect_right(starts, mark.start) - 1, mark) for mark in marks]
    first = max(0, _densest(hits, words) - words // 4)
    first = min(first, len(starts) - words)
    return starts[first], ends[first + words - 1]


def _densest(hits: Sequence[tuple[int, Mark]], words: int) -> int:
    """Return the word at which the best window's first hit stands: 0 without hits, else the earliest."""
    reach = words - words // 4
    best, best_value, last = 0, (0, 0, 0), 0
    inside: Counter[str] = Counter()
    phrases = 0
    for number, (word, mark) in enumerate(hits):
        while last < len(hits) and hits[last][0] < word + reach:
            inside[hits[last][1].lexeme] += 1
            phrases += hits[last][1].is_phrase
            last += 1
        value = phrases, len(inside), last - number
        if value > best_value:
            best, best_value = word, value
        inside[mark.lexeme] -= 1
        if not inside[mark.lexeme]:
            del inside[mark.lexeme]
        phrases -= mark.is_phrase
    return best


def _marked(text: str, marks: Sequence[Mark]) -> str:
    pieces, last = [], 0
    for mark in marks:
        pieces += [escape(text[last : mark.start]), "<mark>", escape(text[mark.start : mark.end]), "</mark>"]
        last = mark.end
    return "".join([*pieces, escape(text[last:])])
