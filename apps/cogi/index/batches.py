"""Analyses contents batch by batch, here or in a process of its own: texts in, numbers and bytes out."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cogi.index.analysis import analyzer
from cogi.index.documents import analyze_contents, tsvectors
from cogi.index.lexicon import Int, Lexicon

Texts = Sequence[tuple[Sequence[str], str]]
"""Heading trail and text of each content."""


@dataclass(frozen=True, slots=True)
class AnalyzedBatch:
    """Rows (n,) of content index, lexeme number and units, and each content's tsvector in binary form.

    Numbers are those of the analyser that made the batch: ``new_lexemes`` continue what it gave before, as
    ``new_surfaces`` do.
    """

    contents: Int
    lexemes: Int
    units: Int
    vectors: Sequence[bytes]
    new_lexemes: Sequence[str]
    new_surfaces: Sequence[tuple[str, str]]


class BatchAnalyzer:
    """Analyses batches of one language; ``weights`` are those of ``fields.field_weights``."""

    def __init__(self, language: str, weights: Mapping[str, float]) -> None:
        self._lexicon = Lexicon(analyzer(language))
        self._weights = weights
        self._known = 0

    def __call__(self, texts: Texts) -> AnalyzedBatch:
        lexicon = self._lexicon
        analyzed = analyze_contents(texts, lexicon=lexicon, weights=self._weights)
        new_lexemes = lexicon.lexemes[self._known :]
        self._known += len(new_lexemes)
        new_surfaces, lexicon.surfaces = lexicon.surfaces, set()
        # A field that weighs nothing gives no postings: scoring takes a score of 0 for none.
        counts = analyzed.units > 0
        return AnalyzedBatch(
            contents=analyzed.contents[counts],
            lexemes=analyzed.lexemes[counts],
            units=analyzed.units[counts],
            vectors=list(tsvectors(analyzed, lexicon.encoded, len(texts))),
            new_lexemes=new_lexemes,
            new_surfaces=list(new_surfaces),
        )


class Numbering:
    """Brings the numbers of several analysers together."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._by_analyzer: dict[int, array[int]] = {}
        self.surfaces: set[tuple[str, str]] = set()

    @property
    def lexemes(self) -> Sequence[str]:
        """All lexemes so far, by number."""
        return list(self._numbers)

    def renumbered(self, batch: AnalyzedBatch, *, analyzer_id: int) -> Int:
        """Return the lexemes (n,) of the next batch of one analyser in common numbers."""
        own = self._by_analyzer.setdefault(analyzer_id, array("q"))
        own.extend(self._numbers.setdefault(lexeme, len(self._numbers)) for lexeme in batch.new_lexemes)
        self.surfaces.update(batch.new_surfaces)
        return np.array(own, np.int64)[batch.lexemes]
