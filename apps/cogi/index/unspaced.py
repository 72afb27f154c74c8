"""Cuts text of scripts without spaces, and Korean, into bigrams; what is grammar alone gives nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cogi.index.stop_words import stop_words
from cogi.index.words import MARKS

Slots = list[list[str]]
"""The lexemes at each position of a word: none where a stop word stands."""

RUN = re.compile(
    r"(?P<han>[々〆〇\u2e80-\u2fdf\u3105-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)"
    r"|(?P<hiragana>[\u3041-\u3096ゝゞ][\u3041-\u3096ゝゞー]*)"
    r"|(?P<katakana>[\u30a1-\u30faー\u30fd\u30fe\u31f0-\u31ff]+)"
    r"|(?P<hangul>[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]+)"
    rf"|(?P<clusters>(?:[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff][{MARKS}]*)+)"
)
_CLUSTER = re.compile(rf".[{MARKS}]*", re.DOTALL)
_SHORTEST_KATAKANA = 4
_OKURIGANA = 2
"""As many kana of a verb's or adjective's own ending follow its character: 新しい, 見つける."""


def second_character(lexeme: str) -> str:
    """Return the second character of a bigram of such a script; nothing of another lexeme."""
    if lexeme.isascii() or not RUN.fullmatch(lexeme):
        return ""
    characters = _CLUSTER.findall(lexeme)
    return characters[1] if len(characters) == 2 else ""  # noqa: PLR2004


def run_slots(run: re.Match[str], language: str) -> Slots:
    """Return the lexemes of one run of ``RUN`` by character, in a scope of ``language``.

    A bigram is dropped when both its characters lie in stop words, so no word of content is lost for
    holding a particle's character.
    """
    text = run[0]
    match run.lastgroup:
        case "han":
            return _bigrams(text, _cover_anywhere(text, stop_words(language), shortest=1))
        case "hiragana":
            return _bigrams(text, _cover_hiragana(text, follows_han=_follows_han(run)))
        case "katakana":
            return _katakana(text)
        case "hangul":
            return _eojeol(text)
    clusters = _CLUSTER.findall(text)
    return _bigrams(clusters, [False] * len(clusters))


def _bigrams(characters: str | list[str], covered: list[bool]) -> Slots:
    """Return the bigrams of characters that are not both ``covered``; one alone stands for itself."""
    if len(characters) == 1:
        return [[]] if covered[0] else [[characters[0]]]
    pairs = zip(characters, characters[1:], covered, covered[1:], strict=False)
    return [*([] if first and second else [a + b] for a, b, first, second in pairs), []]


def _katakana(text: str) -> Slots:
    """Writers differ in the last long vowel (サーバ, サーバー): it counts for nothing in a longer word."""
    stem = text[:-1] if text.endswith("ー") and len(text) >= _SHORTEST_KATAKANA else text
    return _bigrams(stem, [False] * len(stem)) + [[]] * (len(text) - len(stem))


def _cover_anywhere(text: str, words: frozenset[str], *, shortest: int) -> list[bool]:
    covered = [False] * len(text)
    for start, end in _occurrences(text, words, shortest):
        covered[start:end] = [True] * (end - start)
    return covered


def _occurrences(text: str, words: frozenset[str], shortest: int) -> Iterator[tuple[int, int]]:
    longest = _longest(words)
    for start in range(len(text)):
        for end in range(start + shortest, min(start + longest, len(text)) + 1):
            if text[start:end] in words:
                yield start, end


@cache
def _longest(words: frozenset[str]) -> int:
    return max(map(len, words), default=0)


def _eojeol(text: str) -> Slots:
    """Return the bigrams of a Korean word without the particle or verb ending that closes it.

    An ending of one syllable may as well be the word's own, so its bigram stays.
    """
    stem = _without_ending(text)
    ending = len(text) - len(stem)
    if not stem:
        return [[]] * ending
    if ending > 1:
        return _bigrams(stem, [False] * len(stem)) + [[]] * ending
    slots = _bigrams(text, [False] * len(text))
    if ending and len(stem) == 1 and stem not in stop_words("korean"):
        slots[0] = [*slots[0], stem]
    return slots


def _without_ending(eojeol: str) -> str:
    words = stop_words("korean")
    starts = range(max(len(eojeol) - _longest(words), 0), len(eojeol))
    return next((eojeol[:start] for start in starts if eojeol[start:] in words), eojeol)


def _follows_han(run: re.Match[str]) -> bool:
    before = RUN.match(run.string, run.start() - 1, run.start()) if run.start() else None
    return before is not None and before.lastgroup == "han"


def _cover_hiragana(text: str, *, follows_han: bool) -> list[bool]:
    """Cover all of ``text`` where it is but an inflection and particles, else the stop words in it."""
    words = stop_words("japanese")
    if _is_grammar(text, words, set(range(_OKURIGANA + 1 if follows_han else 1))):
        return [True] * len(text)
    return _cover_anywhere(text, words, shortest=2)


def _is_grammar(text: str, words: frozenset[str], starts: set[int]) -> bool:
    """Tell whether stop words laid end to end from one of ``starts`` make up ``text``.

    Two of one character never touch: かたかな is no row of particles.
    """
    reached = {(start, False) for start in starts}
    for start, end in _occurrences(text, words, 1):
        short = end - start == 1
        if (start, False) in reached or (not short and (start, True) in reached):
            reached.add((end, short))
    return bool(reached & {(len(text), True), (len(text), False)})
