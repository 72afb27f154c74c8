"""Analysis turns text into lexemes: one function for index and query, so both always agree."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources

import Stemmer

ANALYSIS_VERSION = 1

# A word with the marks that identifiers carry: --flag, @decorator, .NET, a.b, a::b, a/b, C++, C#.
WORD = re.compile(r"(?:(?<!\w)(?:--?|@|\.))?\w+(?:(?:::|->|[.\-/:'’@])\w+)*(?:\+\+|\#)?(?!\w)")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
_CONNECTOR = re.compile(r"::|->|[.\-/:'’@+#_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[a-z]+\d*)?")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)


Expansion = tuple[tuple[tuple[str, int], ...], int]
"""The lexemes of one word with their offsets from its position, and how many positions it takes."""


class Analyzer:
    """Analyses text of one language, named as PostgreSQL names its text search configurations.

    Letters are case-folded, words stemmed (Snowball) and then freed of accents, stop words dropped but
    counted as positions. An identifier gives itself whole and its parts; CJK text gives bigrams.
    """

    def __init__(self, language: str) -> None:
        self._stemmer = Stemmer.Stemmer(language) if language in Stemmer.algorithms() else None
        self._stop_words = stop_words(language)
        self.expand = lru_cache(maxsize=200_000)(self._expand_raw)

    def words(self, text: str) -> Iterator[tuple[str, Expansion]]:
        """Yield each raw word of ``text`` with its lexemes."""
        for raw in WORD.findall(text):
            yield raw, self.expand(raw)

    def lexemes(self, text: str) -> list[str]:
        """Return the lexemes of ``text`` in order, repeated ones too."""
        return [lexeme for _, (lexemes, _) in self.words(text) for lexeme, _ in lexemes]

    def _expand_raw(self, raw: str) -> Expansion:
        raw = unicodedata.normalize("NFKC", raw)
        if not raw.isascii() and _CJK.search(raw):
            return self._expand_cjk(raw)
        raw = _POSSESSIVE.sub("", raw)
        if raw.isalpha() and (raw.islower() or raw.isupper() or raw.istitle()):
            return self._numbered([self._word(raw)])
        return self._expand_identifier(raw)

    def _expand_identifier(self, raw: str) -> Expansion:
        folded = raw.casefold()
        if _VERSION.fullmatch(folded):
            return self._numbered([folded.removeprefix("v")])
        parts = [part for component in _CONNECTOR.split(raw) for part in self._component(component)]
        wholes = {_unaccent(folded), self._whole(_unaccent(folded.lstrip("-@")))} - {""}
        first = [whole for whole in sorted(wholes) if whole not in parts]
        numbered, width = self._numbered(parts)
        return tuple((whole, 0) for whole in first) + numbered, width

    def _component(self, component: str) -> list[str | None]:
        """Return a component of a compound and the words inside it (camel case, digits)."""
        inner = _CAMEL.findall(component)
        if len(inner) <= 1:
            return [self._word(component)] if component else []
        words = [self._word(word) for word in inner if len(word) > 1]
        return [self._whole(_unaccent(component.casefold())), *words]

    def _whole(self, folded: str) -> str:
        return _unaccent(self._stem(folded)) if folded.isalpha() else folded

    def _word(self, word: str) -> str | None:
        folded = word.casefold()
        return None if folded in self._stop_words else _unaccent(self._stem(folded))

    def _stem(self, folded: str) -> str:
        stem: str = self._stemmer.stemWord(folded) if self._stemmer else folded
        return stem

    def _expand_cjk(self, raw: str) -> Expansion:
        lexemes: list[str | None] = []
        last = 0
        for run in _CJK.finditer(raw):
            lexemes += self._between(raw[last : run.start()])
            lexemes += [run[0][i : i + 2] for i in range(max(len(run[0]) - 1, 1))]
            last = run.end()
        return self._numbered(lexemes + self._between(raw[last:]))

    def _between(self, text: str) -> list[str | None]:
        return [lexeme for _, (pairs, _) in self.words(text) for lexeme, _ in pairs]

    @staticmethod
    def _numbered(lexemes: list[str | None]) -> Expansion:
        pairs = tuple((lexeme, i) for i, lexeme in enumerate(lexemes) if lexeme)
        return pairs, max(len(lexemes), 1)


@cache
def analyzer(language: str) -> Analyzer:
    """Return the analyser of ``language``; one without a stemmer or stop list goes without."""
    return Analyzer(language)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return PostgreSQL's stop words of ``language``, or none."""
    file = resources.files("cogi.index") / "stopwords" / f"{language}.txt"
    if not language.isidentifier() or not file.is_file():
        return frozenset()
    return frozenset(file.read_text(encoding="utf-8").split())


def _unaccent(text: str) -> str:
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))
