"""BM25 over the live passages that a viewer sees: scores depend on nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from cogi.index import reading
from cogi.index.analysis import analyzer
from cogi.index.conf import conf
from cogi.index.manifest import unpack_dead
from cogi.index.reading import EntryKey, ReleaseKey

MAX_EXPANSIONS = 40
# A completed word counts for less than a word that stands in the text as typed.
EXPANSION_WEIGHT = 0.8
Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the query: one lexeme, or the alternatives that complete a typed prefix."""

    lexemes: tuple[str, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class LexicalMatch:
    passage_id: int
    page_id: int
    score: float


@dataclass(frozen=True, slots=True)
class LexicalMatches:
    """The best passages, how many pages match at all, and how many of them lie in each scope (by id)."""

    best: Sequence[LexicalMatch]
    page_count: int
    pages_by_scope: Mapping[int, int]


@dataclass(frozen=True)
class View:
    """All visible segments laid end to end; a document's number is its segment's offset + ordinal."""

    entries: tuple[EntryKey, ...]
    offsets: tuple[int, ...]
    passages: NDArray[np.int64]
    page_ids: NDArray[np.int64]
    page_numbers: NDArray[np.int32]
    page_scopes: NDArray[np.int64]
    live: NDArray[np.bool_]
    live_count: int
    norms: Scores


def search_lexical(
    question: str,
    *,
    releases: Sequence[ReleaseKey],
    limit: int,
    complete_last_word: bool = False,
    pages: frozenset[int] | None = None,
) -> LexicalMatches:
    """Rank the passages of ``releases`` for ``question`` by BM25F.

    ``score = Σ_t idf(t) · tf·(k1+1) / (tf + k1·(1 - b + b·len/avglen))`` with field-weighted ``tf`` and
    ``len`` (Robertson, Zaragoza, Taylor 2004) and ``idf = ln(1 + (N - df + ½)/(df + ½))``; ``N``, ``df`` and
    ``avglen`` are exact over the live passages of the visible classes of all ``releases`` together.
    The last word, when nothing matches it or ``complete_last_word`` is true, also counts as a prefix.
    ``pages`` keeps only the passages of these page nodes; it does not change their scores.
    """
    visible = reading.entries(releases)
    if not visible:
        return LexicalMatches((), 0, {})
    view = _view(visible, conf.bm25_k1, conf.bm25_b)
    scores = np.zeros(view.norms.size, np.float32)
    for language, entries in _by_language(view):
        terms = _terms(question, language, view, entries, complete_last_word=complete_last_word)
        _accumulate(scores, view, terms, language)
    if pages is not None:
        scores[~np.isin(view.page_ids, list(pages))[view.page_numbers]] = 0
    return _matches(view, scores, limit)


@lru_cache(maxsize=32)
def _view(visible: tuple[EntryKey, ...], k1: float, b: float) -> View:
    columns = [reading.columns(entry) for entry in visible]
    counts = [c.passages.size for c in columns]
    lengths = np.concatenate([c.lengths for c in columns])
    dead = [unpack_dead(entry.dead, count) for entry, count in zip(visible, counts, strict=True)]
    live = ~np.concatenate(dead)
    page_ids, first, page_numbers = np.unique(
        np.concatenate([c.pages for c in columns]), return_index=True, return_inverse=True
    )
    scopes = np.repeat([entry.scope_id for entry in visible], counts)
    live_count = int(np.count_nonzero(live))
    # Passages of stop words alone have no length.
    average = (float(lengths[live].mean()) if live_count else 0.0) or 1.0
    return View(
        entries=visible,
        offsets=tuple(int(n) for n in np.cumsum([0, *counts[:-1]])),
        passages=np.concatenate([c.passages for c in columns]),
        page_ids=page_ids,
        page_numbers=page_numbers.astype(np.int32),
        page_scopes=scopes[first],
        live=live,
        live_count=live_count,
        norms=(k1 * (1 - b + b * lengths / average)).astype(np.float32),
    )


def _by_language(view: View) -> Iterable[tuple[str, list[EntryKey]]]:
    ordered = sorted(view.entries, key=lambda entry: entry.language)
    return ((language, list(own)) for language, own in groupby(ordered, key=lambda entry: entry.language))


def _terms(
    question: str,
    language: str,
    view: View,
    entries: Sequence[EntryKey],
    *,
    complete_last_word: bool,
) -> dict[Term, int]:
    """Analyse the question into terms and how often each is asked for."""
    words = list(analyzer(language).words(question))
    terms = Counter(Term((lexeme,)) for _, (pairs, _) in words for lexeme, _ in pairs)
    if words and question[-1:].isalnum():
        raw, (pairs, _) = words[-1]
        typed = [lexeme for lexeme, _ in pairs]
        # A stop word is never about to be completed.
        if complete_last_word or (typed and not _living(typed, view, entries)):
            expansion = _living(_expansion(raw, entries), view, entries)
            terms.update([Term(expansion, EXPANSION_WEIGHT)] if expansion else [])
    return dict(terms)


def _living(lexemes: Sequence[str], view: View, entries: Sequence[EntryKey]) -> tuple[str, ...]:
    """Return those of ``lexemes`` that stand in a live passage: the dead must not be heard."""
    decoded = reading.read_postings(entries, lexemes)
    offsets = dict(zip(view.entries, view.offsets, strict=True))
    return tuple(
        lexeme
        for lexeme in lexemes
        if any(view.live[decoded[e.segment_id, lexeme][0] + offsets[e]].any() for e in entries)
    )


def _expansion(prefix: str, entries: Sequence[EntryKey]) -> tuple[str, ...]:
    lexemes: dict[str, None] = {}
    for entry in entries:
        vocabulary = reading.columns(entry).vocabulary
        lexemes |= {lexeme: None for _, lexeme in vocabulary.with_prefix(prefix, limit=MAX_EXPANSIONS)}
    return tuple(lexemes)[:MAX_EXPANSIONS]


def _accumulate(scores: Scores, view: View, terms: Mapping[Term, int], language: str) -> None:
    """Add to ``scores`` (documents,) what ``terms`` contribute in the segments of ``language``."""
    lexemes = sorted({lexeme for term in terms for lexeme in term.lexemes})
    own = [
        (e, offset) for e, offset in zip(view.entries, view.offsets, strict=True) if e.language == language
    ]
    decoded = reading.read_postings([entry for entry, _ in own], lexemes)
    for term, times in terms.items():
        single = len(term.lexemes) == 1
        best = scores if single else np.zeros_like(scores)
        for lexeme in term.lexemes:
            documents, contribution = _contribution(view, own, lexeme, decoded)
            contribution *= term.weight * times
            if single:
                best[documents] += contribution
            else:
                best[documents] = np.maximum(best[documents], contribution)
        if not single:
            scores += best


def _contribution(
    view: View,
    own: Sequence[tuple[EntryKey, int]],
    lexeme: str,
    decoded: Mapping[tuple[int, str], reading.Decoded],
) -> tuple[NDArray[np.int32], Scores]:
    lists = [(decoded[entry.segment_id, lexeme], offset) for entry, offset in own]
    documents = np.concatenate([ordinals + np.int32(offset) for (ordinals, _), offset in lists])
    frequencies = np.concatenate([frequencies for (_, frequencies), _ in lists])
    if view.live_count != view.live.size:
        alive = view.live[documents]
        documents, frequencies = documents[alive], frequencies[alive]
    idf = np.log1p((view.live_count - documents.size + 0.5) / (documents.size + 0.5))
    weight = np.float32(idf * (conf.bm25_k1 + 1))
    return documents, weight * frequencies / (frequencies + view.norms[documents])


def _matches(view: View, scores: Scores, limit: int) -> LexicalMatches:
    matched = np.flatnonzero(scores)
    if not matched.size:
        return LexicalMatches((), 0, {})
    seen = np.zeros(view.page_ids.size, np.bool_)
    seen[view.page_numbers[matched]] = True
    scopes, counts = np.unique(view.page_scopes[seen], return_counts=True)
    best = [
        LexicalMatch(
            int(view.passages[number]), int(view.page_ids[view.page_numbers[number]]), float(scores[number])
        )
        for number in _top(matched, scores[matched], view.passages[matched], limit)
    ]
    by_scope = {int(scope): int(count) for scope, count in zip(scopes, counts, strict=True)}
    return LexicalMatches(best, int(np.count_nonzero(seen)), by_scope)


def _top(
    documents: NDArray[np.integer], scores: Scores, passages: NDArray[np.int64], limit: int
) -> NDArray[np.integer]:
    """Return the ``limit`` best documents, ties by passage id so that the order is always the same."""
    if documents.size > limit:
        threshold = np.partition(scores, -limit)[-limit]
        keep = scores >= threshold
        documents, scores, passages = documents[keep], scores[keep], passages[keep]
    return documents[np.lexsort((passages, -scores))][:limit]
