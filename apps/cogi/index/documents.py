"""Analyses a passage's content into what a segment and a tsvector store of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogi.index.analysis import Analyzer
from cogi.index.fields import HEADINGS, TITLE, TSVECTOR_WEIGHT, fields

# PostgreSQL keeps no position above this one.
MAX_POSITION = 16_383
# Nor more than this many positions of one lexeme.
MAX_POSITIONS = 255
# The gap between fields keeps a phrase from matching across their border.
FIELD_GAP = 10


@dataclass(frozen=True, slots=True)
class AnalyzedContent:
    """``frequencies`` are weighted; ``length`` is their sum; ``surfaces`` maps written forms to lexemes."""

    frequencies: Mapping[str, float]
    length: float
    positions: Mapping[str, Sequence[str]]
    surfaces: Mapping[str, str]

    def tsvector(self) -> str:
        """Return the literal of a weighted ``tsvector`` with positions."""
        return " ".join(
            f"{_quote(lexeme)}:{','.join(places)}" for lexeme, places in self.positions.items() if places
        )


def analyze_content(
    analyzer: Analyzer, trail: Sequence[str], text: str, weights: Mapping[str, float]
) -> AnalyzedContent:
    """Analyse one content; ``weights`` are those of ``fields.field_weights``."""
    frequencies: dict[str, float] = defaultdict(float)
    positions: dict[str, list[str]] = {}
    surfaces: dict[str, str] = {}
    position = 1
    for field, part in fields(trail, text):
        weight, label = weights[field], TSVECTOR_WEIGHT[field]
        for raw, (lexemes, width) in analyzer.words(part):
            for lexeme, offset in lexemes:
                frequencies[lexeme] += weight
                places = positions.setdefault(lexeme, [])
                if position + offset <= MAX_POSITION and len(places) < MAX_POSITIONS:
                    places.append(f"{position + offset}{label}")
            if lexemes:
                surfaces[raw] = lexemes[0][0]
            position += width
        position += FIELD_GAP if field in (TITLE, HEADINGS) else 0
    return AnalyzedContent(frequencies, sum(frequencies.values()), positions, surfaces)


def _quote(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
