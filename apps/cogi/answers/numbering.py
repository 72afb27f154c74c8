"""Numbers the passages of a search as the sources of an answer, pages first, then more of the best ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogi.answers.events import Source
from cogi.answers.synthesis.base import Evidence
from cogi.retrieval.results import Hit, PassageHit

DENSE = "dense"
SECOND_PASSAGE = 1.5
"""A page's next passage stands as far behind its best as this many pages."""


def number_evidence(hits: Sequence[Hit], *, limit: int, languages: Mapping[str, str]) -> tuple[Evidence, ...]:
    """Return at most ``limit`` sources with their texts; ``languages`` are by scope slug."""
    ranked = sorted(
        (
            (page + SECOND_PASSAGE * place, hit, passage)
            for page, hit in enumerate(hits)
            for place, passage in enumerate(hit.passages)
        ),
        key=lambda each: each[0],
    )
    different = {passage.text: (hit, passage) for _, hit, passage in reversed(ranked)}
    best_first = list(reversed(different.values()))[:limit]
    return tuple(
        _evidence(number, hit, passage, languages.get(hit.scope, "simple"))
        for number, (hit, passage) in enumerate(best_first, start=1)
    )


def _evidence(number: int, hit: Hit, passage: PassageHit, language: str) -> Evidence:
    source = Source(
        number=number,
        uid=hit.uid,
        title=hit.title,
        url=passage.url,
        anchor=passage.anchor,
        scope=hit.scope,
        trail=tuple(passage.trail),
        snippet=passage.snippet,
    )
    return Evidence(source, passage.id, passage.text, language, _similarity(hit))


def _similarity(hit: Hit) -> float | None:
    engines = (hit.explanation or {}).get("engines", {})
    return engines[DENSE]["score"] if DENSE in engines else None
