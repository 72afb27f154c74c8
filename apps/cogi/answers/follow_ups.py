"""Suggests what to ask next: the headings of the sources that the answer did not use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cogi.answers.synthesis.base import Evidence
from cogi.answers.synthesis.question import words_of

MOST = 3
_SAY_LITTLE = frozenset(
    {"overview", "introduction", "usage", "example", "examples", "notes", "note", "parameters", "arguments"}
    | {
        "options",
        "description",
        "details",
        "summary",
        "methods",
        "attributes",
        "settings",
        "reference",
        "syntax",
    }
)


def suggest_follow_ups(
    questions: Sequence[str], evidence: Sequence[Evidence], cited: Collection[int]
) -> list[str]:
    """Return at most three suggestions, none of which repeats another or what was asked in ``questions``."""
    suggestions: list[str] = []
    known = [
        *map(words_of, questions),
        *(words_of(_heading(each)) for each in evidence if each.source.number in cited),
    ]
    for each in evidence:
        heading = _heading(each)
        words = words_of(heading)
        if each.source.number in cited or not words or any(words <= other for other in known):
            continue
        suggestions.append(heading)
        known.append(words)
    return suggestions[:MOST]


def _heading(evidence: Evidence) -> str:
    """Return the nearest heading, with the one above it where it says little by itself."""
    headings = list(_distinct((evidence.source.title, *evidence.source.trail)))
    nearest = headings[-1]
    if nearest.lower() in _SAY_LITTLE and len(headings) > 1:
        return f"{headings[-2]}: {nearest}"
    return nearest


def _distinct(headings: Sequence[str]) -> Iterator[str]:
    yield from dict.fromkeys(headings)
