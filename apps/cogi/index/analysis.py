"""Analysis turns text into lexemes: one function for index and query, so both always agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import TypeVar

import Stemmer

from cogi.index import identifiers, unspaced
from cogi.index.folding import RESPELLINGS, fold, unaccent
from cogi.index.stop_words import stop_words
from cogi.index.words import WORD, clean, find_words, is_one_style

__all__ = ["ANALYSIS_VERSION", "WORD", "Analyzer", "Expansion", "analyzer", "find_words", "fold"]

ANALYSIS_VERSION = 3
"""Of the lexemes that a text gives and of how a segment packs them; segments of another are rebuilt."""

LONGEST_LEXEME = 100
"""Characters of a lexeme; a longer one is cut on both sides, so that it fits PostgreSQL's keys."""
REMEMBERED_WORDS = 150_000

# user's, you're: never the elided word of another language, which stands before its apostrophe.
_CONTRACTED = re.compile(r"['’](?:s|re|ve|ll|d|m)$", re.IGNORECASE)
_APOSTROPHE = re.compile("['’]")
Expansion = tuple[tuple[tuple[str, int], ...], int]
"""The lexemes of one word with their offsets from its position, and how many positions it takes."""
Form = tuple[str, str]
"""A folded written form and the lexeme that it stands for."""
Slots = tuple[tuple[Form, ...], ...]
"""What stands at each position of a word; nothing where there is a stop word."""
_EMPTY: Slots = ((),)
T = TypeVar("T")


class _Remembered(dict[str, T]):
    """What ``compute`` makes of words. Emptied when full: an order of use would cost every look-up more."""

    def __init__(self, compute: Callable[[str], T]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, word: str) -> T:
        value = self._compute(word)
        if len(word) <= LONGEST_LEXEME:
            if len(self) >= REMEMBERED_WORDS:
                self.clear()
            self[word] = value
        return value


class Analyzer:
    """Analyses text of one language, named as PostgreSQL names its text search configurations.

    Beside those ``japanese``, ``chinese`` and ``korean`` name languages without a stemmer, and any other
    name goes without stemming and stop words. Letters are case-folded, words stemmed (Snowball) and then
    freed of accents, stop words dropped but counted as positions. An identifier gives itself whole, its last
    two names and all its parts; text of scripts without spaces gives bigrams, whatever the language.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._stemmer = Stemmer.Stemmer(language) if language in Stemmer.algorithms() else None
        if self._stemmer:
            # Its own cache costs ten times what it saves.
            self._stemmer.maxCacheSize = 0
        self._stop_words = stop_words(language)
        self._respell = RESPELLINGS.get(language)
        self._word: Callable[[str], tuple[Form, ...]] = _Remembered(self._word_forms).__getitem__
        self._component: Callable[[str], Slots] = _Remembered(self._component_slots).__getitem__
        self.expand: Callable[[str], Expansion] = _Remembered(self._expand).__getitem__

    def words(self, text: str) -> Iterator[tuple[str, Expansion]]:
        """Yield each raw word of ``text`` with its lexemes."""
        for raw in find_words(text):
            yield raw, self.expand(raw)

    def lexemes(self, text: str) -> list[str]:
        """Return the lexemes of ``text`` in order, repeated ones too."""
        return [lexeme for _, (lexemes, _) in self.words(text) for lexeme, _ in lexemes]

    def analyse(self, raw: str) -> tuple[Expansion, list[Form]]:
        """Return the lexemes of ``raw``, and the folded forms by which its beginning may be typed.

        A bigram is found by its second character too, since words without spaces begin anywhere.
        """
        slots = self._slots(raw)
        forms = [form for form in chain.from_iterable(slots) if all(form)]
        if not raw.isascii():
            seconds = [(unspaced.second_character(lexeme), lexeme) for _, lexeme in forms]
            forms += [(second, lexeme) for second, lexeme in seconds if second]
        return _expansion(slots), forms

    def whole(self, raw: str) -> str | None:
        """Return the lexeme of an identifier's whole name, whose other lexemes are but its parts.

        None for a word that has no parts.
        """
        word = _without_contraction(clean(raw))
        if unspaced.RUN.search(word) or _has_apostrophe(word) or not WORD.fullmatch(word):
            return None
        lexemes, _ = self.expand(raw)
        return lexemes[0][0] if len(lexemes) > 1 else None

    @staticmethod
    def is_plain_word(raw: str) -> bool:
        """Tell whether ``raw`` may be a misspelt word: letters in one style, no identifier, no CJK."""
        word = clean(raw)
        return is_one_style(word) and not unspaced.RUN.search(word)

    @staticmethod
    def is_fragment(raw: str) -> bool:
        """Tell whether ``raw`` is one character of a script without spaces, where words begin anywhere."""
        return len(raw) == 1 and unspaced.RUN.match(raw) is not None

    def _expand(self, raw: str) -> Expansion:
        return _expansion(self._slots(raw))

    def _slots(self, raw: str) -> Slots:
        word = _without_contraction(clean(raw))
        if not word.isascii():
            if unspaced.RUN.search(word):
                return self._mixed(word)
            if not WORD.fullmatch(word):
                # The compatibility form of one character may be several words.
                return self._joined(find_words(word))
        if word.isidentifier() or is_one_style(word):
            return self._component(word)
        if _has_apostrophe(word):
            return self._joined(part for part in _APOSTROPHE.split(word) if part)
        return self._identifier(word)

    def _joined(self, words: Iterable[str]) -> Slots:
        return tuple(slot for word in words for slot in self._slots(word))

    def _mixed(self, word: str) -> Slots:
        slots: list[tuple[Form, ...]] = []
        last = 0
        for run in unspaced.RUN.finditer(word):
            slots += self._joined(find_words(word[last : run.start()]))
            lexemes = unspaced.run_slots(run, self._language)
            slots += [tuple((lexeme, lexeme) for lexeme in slot) for slot in lexemes]
            last = run.end()
        return (*slots, *self._joined(find_words(word[last:])))

    def _identifier(self, word: str) -> Slots:
        bare = identifiers.without_sigil(word)
        names = identifiers.joined_names(bare)
        units = [self._unit(name) for name in names[::2]]
        if len(units) > 2:  # noqa: PLR2004
            units[-2] = _beside(self._whole("".join(names[-3:])), units[-2])
        slots = list(chain.from_iterable(units))
        wholes = [word] * (bare != word) + [bare] * (len(units) > 1)
        slots[0] = (*map(self._whole, wholes), *slots[0])
        return tuple(slots)

    def _unit(self, unit: str) -> Slots:
        if unit.isidentifier():
            return self._component(unit)
        if number := identifiers.version(unit.casefold()):
            return (((number, number[:LONGEST_LEXEME]),),)
        if "-" not in unit:
            return self._component(unit)
        components = unit.split("-")
        slots = tuple(slot for component in components for slot in self._component(component))
        # Writers differ: read-only, readonly; utf-8, utf8.
        return _beside(self._whole("".join(components)), slots)

    def _component_slots(self, component: str) -> Slots:
        if is_one_style(component):
            return (self._word(component),)
        pieces = identifiers.pieces(component)
        slots = tuple(map(self._piece, pieces)) or _EMPTY
        if not pieces or pieces == [component]:
            return slots
        if signed := identifiers.signed(component):
            slots = _beside(self._whole(signed), slots)
        return _beside(self._whole(component), slots)

    def _piece(self, piece: str) -> tuple[Form, ...]:
        if is_one_style(piece):
            return self._word(piece)
        inner = [word for word in identifiers.inner_words(piece) if 1 < len(word) < len(piece)]
        return (self._whole(piece), *chain.from_iterable(map(self._word, inner)))

    def _word_forms(self, word: str) -> tuple[Form, ...]:
        folded = self._lower(word)
        return () if folded in self._stop_words else (self._stemmed(folded),)

    def _whole(self, word: str) -> Form:
        folded = self._lower(word)
        if folded.isalpha():
            return self._stemmed(folded)
        whole = unaccent(folded)[:LONGEST_LEXEME]
        return whole, whole

    def _stemmed(self, folded: str) -> Form:
        stem: str = self._stemmer.stemWord(folded) if self._stemmer else folded
        return unaccent(folded)[:LONGEST_LEXEME], unaccent(stem)[:LONGEST_LEXEME]

    def _lower(self, word: str) -> str:
        return (self._respell(word) if self._respell else word).casefold()


def _has_apostrophe(word: str) -> bool:
    return "'" in word or "’" in word


def _without_contraction(word: str) -> str:
    return _CONTRACTED.sub("", word) if _has_apostrophe(word) else word


def _beside(form: Form, slots: Slots) -> Slots:
    return ((form, *slots[0]), *slots[1:])


def _expansion(slots: Slots) -> Expansion:
    # Of marks alone folding leaves nothing.
    lexemes = [(lexeme, i) for i, slot in enumerate(slots) for _, lexeme in slot if lexeme]
    return tuple(dict.fromkeys(lexemes)), max(len(slots), 1)


@cache
def analyzer(language: str) -> Analyzer:
    """Return the analyser of ``language``; one without a stemmer or stop list goes without."""
    return Analyzer(language)
