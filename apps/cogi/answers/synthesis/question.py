"""What a question asks for: its terms, weighted by how rare they are in the evidence, and its manner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import log

from cogi.answers.synthesis.base import Evidence
from cogi.answers.synthesis.cues import ASKS_HOW, ASKS_WHAT, ASKS_WHEN
from cogi.index.analysis import Analyzer, analyzer

_FRAMING = frozenset(
    {"use", "want", "need", "way", "explain", "mean", "possibl", "best", "work", "get", "make"}
)
"""English lexemes that frame a question without saying what it is about."""
_FILLERS = frozenset(
    {"a", "an", "and", "are", "can", "do", "does", "how", "i", "is", "my", "of", "the", "to", "we", "what"}
    | {"with", "you"}
)
_SHORT = 3
_WORD = re.compile(r"[\w.-]*\w")


@dataclass(frozen=True, slots=True)
class Question:
    """``words`` are as written; ``weights`` are those of the ``lexemes`` that the evidence knows."""

    words: frozenset[str]
    lexemes: frozenset[str]
    weights: Mapping[str, float]
    wants_code: bool
    wants_definition: bool
    wants_history: bool

    def coverage(self, lexemes: AbstractSet[str]) -> float:
        """Return the share of the known weight that ``lexemes`` hold, 0 to 1."""
        known = sum(self.weights.values())
        return sum(self.weights[lexeme] for lexeme in self.weights.keys() & lexemes) / known if known else 0.0

    def held_share(self, lexemes: AbstractSet[str]) -> float:
        """Return the share of all the question's lexemes that are among ``lexemes``, 0 to 1."""
        return len(self.lexemes & lexemes) / len(self.lexemes) if self.lexemes else 0.0


def read_question(
    text: str, *, evidence: Sequence[Evidence], passages: Sequence[AbstractSet[str]]
) -> Question:
    """Weigh each lexeme by ``log(1 + N / df)`` over the ``passages``' lexemes (N passages, df with it)."""
    lexemes = question_lexemes(text, languages={each.language for each in evidence})
    count = len(passages)
    frequencies = {lexeme: sum(lexeme in passage for passage in passages) for lexeme in lexemes}
    short = len(text.split()) <= _SHORT
    return Question(
        words=words_of(text),
        lexemes=lexemes,
        weights={lexeme: log(1 + count / df) for lexeme, df in frequencies.items() if df},
        wants_code=bool(ASKS_HOW.search(text)),
        wants_definition=short or bool(ASKS_WHAT.match(text)),
        wants_history=bool(ASKS_WHEN.search(text)),
    )


def question_lexemes(text: str, *, languages: Iterable[str]) -> frozenset[str]:
    """Return the lexemes that carry the question; all of them when nothing but framing is left."""
    lexemes = frozenset(lexeme for language in languages for lexeme in analyzer(language).lexemes(text))
    return lexemes - _FRAMING or lexemes


def words_of(text: str) -> frozenset[str]:
    """Return the words but for what every question has; a stop word tells logging in from logging out."""
    return frozenset(_WORD.findall(text.casefold())) - _FILLERS


def lexemes_of(text: str, language: str) -> frozenset[str]:
    analyser: Analyzer = analyzer(language)
    return frozenset(analyser.lexemes(text))
