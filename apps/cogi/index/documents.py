"""Analyses a passage's content into what a segment and a tsvector store of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogi.index.analysis import WORD, Analyzer
from cogi.index.fields import HEADINGS, TITLE, TSVECTOR_WEIGHT, fields

# The gap between fields keeps a phrase from matching across their border.
FIELD_GAP = 10


@dataclass(frozen=True, slots=True)
class AnalyzedContent:
    """``frequencies`` are weighted by field, ``length`` is their sum, ``words`` are the words as written.

    ``positions`` are those of a tsvector, ``1A,5D``; PostgreSQL drops those above 16,383 and beyond the
    256th of a lexeme by itself.
    """

    frequencies: Mapping[str, float]
    positions: Mapping[str, str]
    words: Sequence[str]

    @property
    def length(self) -> float:
        return sum(self.frequencies.values())

    def tsvector(self) -> str:
        """Return the literal of a weighted ``tsvector`` with positions."""
        return " ".join(f"{_quote(lexeme)}:{places}" for lexeme, places in self.positions.items())


def analyze_content(
    analyzer: Analyzer, trail: Sequence[str], text: str, weights: Mapping[str, float]
) -> AnalyzedContent:
    """Analyse one content; ``weights`` are those of ``fields.field_weights``."""
    frequencies: dict[str, float] = {}
    positions: dict[str, str] = {}
    written: list[str] = []
    position = 1
    for field, part in fields(trail, text):
        weight, label = weights[field], TSVECTOR_WEIGHT[field]
        words = WORD.findall(part)
        written += words
        for word in words:
            lexemes, width = analyzer.expand(word)
            for lexeme, offset in lexemes:
                place = f"{position + offset}{label}"
                if lexeme in frequencies:
                    frequencies[lexeme] += weight
                    positions[lexeme] += f",{place}"
                else:
                    frequencies[lexeme] = weight
                    positions[lexeme] = place
            position += width
        position += FIELD_GAP if field in (TITLE, HEADINGS) else 0
    return AnalyzedContent(frequencies, positions, written)


def _quote(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
