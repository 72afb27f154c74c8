"""Turns a query into weighted postings: what its words, their completions, typos and synonyms add."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from cogi.index.analysis import analyzer
from cogi.index.completing import Neighbour, completions, neighbours
from cogi.index.lexical_query import LexicalQuery
from cogi.index.views import LivePostings, Part, View, keep, kept, live_postings

# What only stands for a word counts for less than the word as typed.
COMPLETION_WEIGHT = 0.8
NEIGHBOUR_WEIGHT = 0.8
SYNONYM_WEIGHT = 0.9
# The parts of a name that stands somewhere whole: who types it rarely means them.
PART_WEIGHT = 0.2
# A question with more unknown words is no question with typos.
MOST_FORGIVEN = 10

Alternatives = tuple[tuple[str, ...], ...]
"""Groups of lexemes; a document counts by the best group of which it holds every lexeme."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What to add up, and what each unknown word was taken for."""

    terms: Sequence[tuple[LivePostings, float]]
    corrections: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Reading:
    """The query as one part of the view understands it: its words' lexemes, and where those stand."""

    part: Part
    words: Sequence[tuple[str, tuple[str, ...]]]
    quoted: Sequence[str]
    found: Mapping[str, LivePostings]

    def knows(self, number: int) -> bool:
        """Tell whether a word stands somewhere, or need not since it is a stop word."""
        lexemes = self.words[number][1]
        return not lexemes or any(self.found[lexeme].documents.size for lexeme in lexemes)


def interpret(query: LexicalQuery, view: View) -> Interpretation:
    """Weigh what ``query`` asks for in each part of ``view``.

    A word that stands nowhere in the view is completed when it is the last, or else taken for its
    nearest neighbours.
    """
    readings = [_read(query, view, part) for part in view.parts]
    words = [raw for raw, _ in readings[0].words]
    unknown = {n for n in range(len(words)) if not any(reading.knows(n) for reading in readings)}
    terms: list[tuple[LivePostings, float]] = []
    nearest: dict[str, Neighbour] = {}
    for reading in readings:
        terms += _plain(reading)
        terms += _synonyms(view, reading)
        completed = dict(_completed(query, view, reading, unknown))
        terms += [(postings, COMPLETION_WEIGHT) for postings in completed.values()]
        for number in sorted(unknown - completed.keys())[:MOST_FORGIVEN]:
            terms += _forgiven(view, reading.part, words[number], nearest)
    return Interpretation(terms, {word: near.surface for word, near in nearest.items()})


def _read(query: LexicalQuery, view: View, part: Part) -> _Reading:
    analysis = analyzer(part.language)
    words = [
        (raw, tuple(lexeme for lexeme, _ in lexemes)) for raw, (lexemes, _) in analysis.words(query.words)
    ]
    quoted = [lexeme for phrase in query.phrases for lexeme in analysis.lexemes(phrase)]
    asked = dict.fromkeys([lexeme for _, lexemes in words for lexeme in lexemes] + quoted)
    return _Reading(part, words, quoted, live_postings(view, part, list(asked)))


def _plain(reading: _Reading) -> Iterator[tuple[LivePostings, float]]:
    weights: dict[str, float] = defaultdict(float)
    for word in reading.words:
        for lexeme, weight in _weighted(word, reading):
            weights[lexeme] += weight
    for lexeme in reading.quoted:
        weights[lexeme] += 1.0
    return ((reading.found[lexeme], weight) for lexeme, weight in weights.items())


def _weighted(word: tuple[str, tuple[str, ...]], reading: _Reading) -> Iterator[tuple[str, float]]:
    raw, lexemes = word
    # Only an identifier has several lexemes and a name of its own.
    whole = analyzer(reading.part.language).whole(raw) if len(lexemes) > 1 else None
    known = whole is not None and reading.found[whole].documents.size > 0
    for lexeme in lexemes:
        yield lexeme, PART_WEIGHT if known and lexeme != whole else 1.0


def _completed(
    query: LexicalQuery, view: View, reading: _Reading, unknown: set[int]
) -> Iterator[tuple[int, LivePostings]]:
    """Yield the numbers of words that are beginnings, and what begins with them."""
    for number, (raw, _) in enumerate(reading.words):
        if _is_beginning(query, reading, number, unknown=number in unknown):
            lexemes = completions(view, reading.part, raw)
            if lexemes:
                yield number, _best_of(view, reading.part, tuple((lexeme,) for lexeme in lexemes))


def _is_beginning(query: LexicalQuery, reading: _Reading, number: int, *, unknown: bool) -> bool:
    raw, lexemes = reading.words[number]
    if analyzer(reading.part.language).is_fragment(raw):
        return bool(lexemes)
    if number < len(reading.words) - 1 or not query.words[-1].isalnum():
        return False
    # A stop word is never about to be completed, unless someone is typing.
    return query.complete_last_word or (bool(lexemes) and unknown)


def _forgiven(
    view: View, part: Part, word: str, nearest: dict[str, Neighbour]
) -> Iterator[tuple[LivePostings, float]]:
    near = neighbours(view, part, word)
    if near:
        known = nearest.get(word, near[0])
        nearest[word] = min(known, near[0], key=lambda n: (n.edits, -n.frequency, n.surface))
        lexemes = dict.fromkeys(neighbour.lexeme for neighbour in near)
        yield (
            _best_of(view, part, tuple((lexeme,) for lexeme in lexemes)),
            NEIGHBOUR_WEIGHT ** near[0].edits,
        )


def _synonyms(view: View, reading: _Reading) -> Iterator[tuple[LivePostings, float]]:
    if not reading.part.synonyms:
        return
    asked = [lexeme for _, lexemes in reading.words for lexeme in lexemes]
    analysis = analyzer(reading.part.language)
    for group in reading.part.synonyms:
        members = [lexemes for word in group if (lexemes := tuple(analysis.lexemes(word)))]
        typed = [lexemes for lexemes in members if _stands_in(lexemes, asked)]
        others = tuple(lexemes for lexemes in members if lexemes not in typed)
        if typed and others:
            yield _best_of(view, reading.part, others), SYNONYM_WEIGHT


def _stands_in(lexemes: Sequence[str], asked: Sequence[str]) -> bool:
    width = len(lexemes)
    return any(tuple(asked[i : i + width]) == lexemes for i in range(len(asked) - width + 1))


def _best_of(view: View, part: Part, alternatives: Alternatives) -> LivePostings:
    """Return for each document that holds an alternative wholly what the best one adds."""
    known = kept(view, part, alternatives)
    if known is not None:
        return known
    found = live_postings(view, part, list({lexeme for group in alternatives for lexeme in group}))
    best = np.zeros(view.live.size, np.float32)
    for group in alternatives:
        together = _together([found[lexeme] for lexeme in group])
        best[together.documents] = np.maximum(best[together.documents], together.impacts)
    documents = np.flatnonzero(best).astype(np.int32)
    made = LivePostings(documents, best[documents])
    keep(view, part, alternatives, made)
    return made


def _together(lists: Sequence[LivePostings]) -> LivePostings:
    """Return the documents that stand in every list, with the sum of what they add."""
    if len(lists) == 1:
        return lists[0]
    documents = reduce(np.intersect1d, [postings.documents for postings in lists])
    impacts = sum(postings.impacts[np.searchsorted(postings.documents, documents)] for postings in lists)
    return LivePostings(documents, np.asarray(impacts, np.float32))
