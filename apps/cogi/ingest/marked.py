"""Text with classified spans that stay on their characters through cutting and joining."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogi.corpus.classification import Span


@dataclass(frozen=True, slots=True)
class Marked:
    text: str
    spans: tuple[Span, ...] = ()

    def cut(self, start: int, end: int) -> Marked:
        """Return the characters ``start`` to ``end``, with the parts of the spans inside."""
        kept = (
            Span(max(span.start, start) - start, min(span.end, end) - start, span.level)
            for span in self.spans
            if span.start < end and start < span.end
        )
        return Marked(self.text[start:end], tuple(kept))

    def wrapped(self, before: str, after: str) -> Marked:
        return join([Marked(before), self, Marked(after)], separator="")


def join(pieces: Sequence[Marked], *, separator: str) -> Marked:
    spans: list[Span] = []
    offset = 0
    for piece in pieces:
        spans.extend(span.shifted(offset) for span in piece.spans)
        offset += len(piece.text) + len(separator)
    return Marked(separator.join(piece.text for piece in pieces), tuple(spans))
