"""The synthesizer interface: a question and numbered evidence in, pieces of Markdown out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogi.answers.events import Source


@dataclass(frozen=True, slots=True)
class Evidence:
    """A source with its whole passage as the viewer may read it, and the language it is written in.

    ``similarity`` is the cosine similarity of the question and the source's page, where an embedder gave one.
    ``facts`` are sentences that say which facts the source states that answer the question.
    """

    source: Source
    passage_id: int
    text: str
    language: str
    similarity: float | None = None
    facts: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """All that the source says: its headings, its facts, its text."""
        return " \n".join((self.source.title, *self.source.trail, *self.facts, self.text))


class NotAnswered(Exception):
    """The evidence does not answer the question."""


class Synthesizer(ABC):
    name: str

    @abstractmethod
    def synthesize(self, question: str, evidence: Sequence[Evidence]) -> Iterator[str]:
        """Yield an answer that cites ``evidence`` as ``[number]``; the pieces concatenate to the whole.

        ``evidence`` is not empty and stands in order of relevance.

        Raises:
            NotAnswered: before the first piece, when the evidence does not answer the question.
        """
