"""Completes unfinished words and forgives typos, from the words that stand in living visible passages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from cogi.index import reading
from cogi.index.analysis import analyzer
from cogi.index.folding import fold
from cogi.index.views import Part, View, live_postings

MAX_COMPLETIONS = 40
MAX_NEIGHBOURS = 10
# From how many letters on a word may have one and two typos.
LENGTHS_FOR_EDITS = ((9, 2), (5, 1))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A word that stands in ``frequency`` living documents, ``edits`` away from the typed one."""

    surface: str
    lexeme: str
    edits: int
    frequency: int


def completions(view: View, part: Part, prefix: str) -> tuple[str, ...]:
    """Return the lexemes of the most frequent words that begin with ``prefix``."""
    frequencies: dict[str, int] = {}
    for entry in part.entries:
        vocabulary = reading.columns(entry).vocabulary
        for _, lexeme, frequency in vocabulary.with_prefix(prefix, limit=2 * MAX_COMPLETIONS):
            frequencies[lexeme] = frequencies.get(lexeme, 0) + frequency
    likely = sorted(frequencies, key=lambda lexeme: (-frequencies[lexeme], lexeme))[:MAX_COMPLETIONS]
    return tuple(_living(view, part, likely))


def neighbours(view: View, part: Part, word: str) -> list[Neighbour]:
    """Return the nearest words within the typos that ``word`` may have, the most frequent first.

    Distances are optimal string alignment: one insertion, deletion, substitution or swap of two
    neighbouring letters is one edit.
    """
    if not analyzer(part.language).is_plain_word(word):
        return []
    allowed = next((edits for length, edits in LENGTHS_FOR_EDITS if len(word) >= length), 0)
    for edits in range(1, allowed + 1):
        if near := _at_distance(view, part, fold(word), edits):
            return near
    return []


def _at_distance(view: View, part: Part, word: str, edits: int) -> list[Neighbour]:
    lexemes = {
        surface: lexeme
        for entry in part.entries
        for surface, lexeme, _ in reading.columns(entry).vocabulary.alike(word, edits=edits)
        if OSA.distance(word, surface, score_cutoff=edits) <= edits
    }
    living = _living(view, part, lexemes.values())
    near = [
        Neighbour(surface, lexeme, edits, living[lexeme])
        for surface, lexeme in lexemes.items()
        if lexeme in living
    ]
    return sorted(near, key=lambda n: (-n.frequency, n.surface))[:MAX_NEIGHBOURS]


def _living(view: View, part: Part, lexemes: Iterable[str]) -> dict[str, int]:
    """Return in how many living documents each lexeme stands: the dead must not be heard."""
    found = live_postings(view, part, list(dict.fromkeys(lexemes)))
    return {lexeme: postings.documents.size for lexeme, postings in found.items() if postings.documents.size}
