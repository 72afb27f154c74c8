"""The synthesizer without a model: it quotes, so every sentence is one that a source holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogi.answers.synthesis.base import Evidence, NotAnswered, Synthesizer
from cogi.answers.synthesis.scoring import Reading, read_evidence
from cogi.answers.synthesis.selecting import select_statements
from cogi.answers.synthesis.writing import write_answer

LEAST_COVERED = 0.5
LEAST_SIMILAR = 0.5
_WORDS = re.compile(r"\s*\S+|\s+\Z")


class ExtractiveSynthesizer(Synthesizer):
    name = "extractive"

    def synthesize(self, question: str, evidence: Sequence[Evidence]) -> Iterator[str]:
        reading = read_evidence(question, evidence)
        chosen = select_statements(reading) if _bears_on(reading, evidence) else []
        facts = [f"{fact} [{each.source.number}]" for each in evidence for fact in each.facts]
        if not chosen and not facts:
            raise NotAnswered
        answer = write_answer(chosen, evidence, with_examples=reading.question.wants_code)
        yield from _WORDS.findall("\n\n".join(filter(None, (" ".join(facts), answer))))


def _bears_on(reading: Reading, evidence: Sequence[Evidence]) -> bool:
    """Whether some source has enough of the question's words, or is near enough to it in meaning."""
    nearest = max((each.similarity or 0.0 for each in evidence), default=0.0)
    return reading.relevance > LEAST_COVERED or nearest >= LEAST_SIMILAR
