"""The one path from a question to an answer: search, show the sources, write, check, end."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import Error as DatabaseError

from cogi.answers.citations import cited_numbers
from cogi.answers.composing import Composition, compose
from cogi.answers.conf import conf
from cogi.answers.events import Done, Event, Failed, Sources, Token
from cogi.answers.follow_ups import suggest_follow_ups
from cogi.answers.numbering import number_evidence
from cogi.answers.stating import with_facts
from cogi.answers.synthesis.base import Evidence
from cogi.answers.turns import Turn, complete_question, last_turns
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.inference.cancellation import Cancellation
from cogi.retrieval.filtering import Filters
from cogi.retrieval.results import Results
from cogi.retrieval.searching import search

logger = logging.getLogger(__name__)

UNAVAILABLE = Failed(
    type="urn:cogi:problem:unavailable",
    title="The database cannot be reached",
    detail="Ask again in a few seconds.",
)


@dataclass(frozen=True, slots=True)
class Interrupted:
    """What a reader was shown of an answer before the work on it ended."""

    sources: Sources
    text: str


class SourcesChanged(Exception):
    """The question has other sources by now, so the answer that was begun cannot be finished."""


def ask(  # noqa: PLR0913 - the whole question of a request, by keyword
    question: str,
    *,
    perimeter: Perimeter,
    scopes: Sequence[str] | None = None,
    filters: Filters | None = None,
    cancellation: Cancellation | None = None,
    turns: Sequence[Turn] = (),
    interrupted: Interrupted | None = None,
) -> Iterator[Event]:
    """Yield the events of one answer: ``Sources``, ``Token``…, then exactly one ``Done`` or ``Failed``.

    Closing the iterator stops the work, and so does ``cancellation`` while the iterator is at work.
    ``scopes`` and ``filters`` are those of ``search``; ``turns`` came before, the oldest first, and complete
    a question that leans on them. After an ``interrupted`` answer come the same sources and only those tokens
    that it lacks, without asking a chat model again.

    Raises:
        InvalidQuestion, UnknownScope, SourcesChanged: before the first event.
    """
    began = time.perf_counter()
    turns = last_turns(turns)
    completed = complete_question(question, turns)
    try:
        results = search(
            completed, perimeter=perimeter, scopes=scopes, filters=filters, limit=conf.sources, explain=True
        )
        evidence = _evidence(results)
    except DatabaseError as exc:
        logger.exception("answers.search.failed error=%s", type(exc).__name__)
        yield Sources(completed, ())
        yield UNAVAILABLE
        return
    sources = Sources(results.query, [each.source for each in evidence])
    if interrupted and interrupted.sources != sources:
        raise SourcesChanged
    yield sources
    composition = Composition(
        asked=question if turns else results.text,
        turns=turns,
        written=interrupted.text if interrupted else "",
        cancellation=cancellation or Cancellation(),
    )
    yield from _answer(results, evidence, perimeter=perimeter, composition=composition, began=began)


def _evidence(results: Results) -> Sequence[Evidence]:
    slugs = {hit.scope for hit in results.hits}
    languages = dict(Scope.objects.filter(slug__in=slugs).values_list("slug", "language"))
    evidence = number_evidence(results.hits, limit=conf.sources, languages=languages)
    return with_facts(evidence, results.facts)


def _answer(
    results: Results,
    evidence: Sequence[Evidence],
    *,
    perimeter: Perimeter,
    composition: Composition,
    began: float,
) -> Iterator[Event]:
    searched = time.perf_counter()
    pieces: list[str] = [composition.written]
    for piece in compose(results.text, evidence, perimeter=perimeter, composition=composition):
        pieces.append(piece)
        yield Token(piece)
    answer = "".join(pieces)
    citations = cited_numbers(answer)
    ended = time.perf_counter()
    yield Done(
        answer=answer,
        citations=citations,
        follow_ups=suggest_follow_ups(
            [results.text, *(turn.question for turn in composition.turns)], evidence, citations
        ),
        degraded=[*results.degraded, *composition.degraded],
        synthesizer=composition.synthesizer,
        found=composition.found,
        timings_ms={
            **results.timings_ms,
            "search": round((searched - began) * 1000, 2),
            "synthesis": round((ended - searched) * 1000, 2),
            "total": round((ended - began) * 1000, 2),
        },
        scope_versions=results.scope_versions,
    )
