"""Renditions: what each clearance sees of a text. Restricted is dropped, confidential is masked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db import models

MASK = "••••"


class Classification(models.IntegerChoices):
    """Ordered levels; a viewer's clearance and a thing's classification share the scale."""

    PUBLIC = 0, "public"
    INTERNAL = 1, "internal"
    CONFIDENTIAL = 2, "confidential"
    RESTRICTED = 3, "restricted"


LOWEST, HIGHEST = Classification.PUBLIC, Classification.RESTRICTED


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` (half-open) of a text, classified at ``level``."""

    start: int
    end: int
    level: Classification

    def shifted(self, offset: int) -> Span:
        return Span(self.start + offset, self.end + offset, self.level)


@dataclass(frozen=True, slots=True)
class Rendition:
    """One distinct text and the inclusive range of clearances ``[low, high]`` that see it."""

    low: Classification
    high: Classification
    text: str


def render(text: str, spans: Sequence[Span], clearance: Classification) -> str:
    """Return ``text`` as a viewer with ``clearance`` reads it.

    Where spans overlap, the highest level rules: a character is as secret as its most secret span.
    """
    pieces: list[str] = []
    for start, end, level in _flatten(text, spans):
        if level <= clearance:
            pieces.append(text[start:end])
        elif level == Classification.CONFIDENTIAL and (not pieces or pieces[-1] != MASK):
            pieces.append(MASK)
    return "".join(pieces)


def renditions(
    text: str, spans: Sequence[Span] = (), *, level: Classification = Classification.PUBLIC
) -> Iterator[Rendition]:
    """Yield the distinct renditions of a text that stands in a node classified at ``level``.

    Below ``level`` there is none; a rendition that is blank or all mask is left out, since nothing
    in it can be searched.
    """
    low, seen = level, render(text, spans, level)
    for clearance in Classification:
        if clearance <= level:
            continue
        text_here = render(text, spans, clearance)
        if text_here != seen:
            yield from _unless_blank(Rendition(low, Classification(clearance - 1), seen))
            low, seen = clearance, text_here
    yield from _unless_blank(Rendition(low, HIGHEST, seen))


def _unless_blank(rendition: Rendition) -> Iterator[Rendition]:
    if rendition.text.replace(MASK, "").strip():
        yield rendition


def _flatten(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int, Classification]]:
    """Cut ``text`` at every span border and give each piece the highest level that covers it."""
    borders = sorted({0, len(text), *(edge for s in spans for edge in (s.start, s.end))})
    for start, end in pairwise(borders):
        covering = (s.level for s in spans if s.start <= start and end <= s.end)
        yield start, end, max(covering, default=LOWEST)
