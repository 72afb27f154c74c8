"""Suggests what to ask next: the headings of the sources that the answer did not use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cogi.answers.synthesis.base import Evidence
from cogi.answers.synthesis.question import lexemes_of

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


def suggest_follow_ups(question: str, evidence: Sequence[Evidence], cited: Collection[int]) -> list[str]:
    """Return at most three suggestions, none of which repeats the question or another."""
    suggestions: list[str] = []
    known = [lexemes_of(question, each.language) for each in evidence[:1]]
    known += [lexemes_of(_heading(each), each.language) for each in evidence if each.source.number in cited]
    for each in evidence:
        heading = _heading(each)
        lexemes = lexemes_of(heading, each.language)
        if each.source.number in cited or not lexemes or any(lexemes <= other for other in known):
            continue
        suggestions.append(heading)
        known.append(lexemes)
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
