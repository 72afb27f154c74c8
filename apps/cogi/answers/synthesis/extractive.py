"""The synthesizer without a model: it quotes, so every sentence is one that a source holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogi.answers.synthesis.base import Evidence, Synthesizer
from cogi.answers.synthesis.scoring import read_evidence
from cogi.answers.synthesis.selecting import select_statements
from cogi.answers.synthesis.writing import write_answer

_WORDS = re.compile(r"\s*\S+|\s+\Z")


class ExtractiveSynthesizer(Synthesizer):
    name = "extractive"

    def synthesize(self, question: str, evidence: Sequence[Evidence]) -> Iterator[str]:
        reading = read_evidence(question, evidence)
        chosen = select_statements(reading)
        answer = write_answer(chosen, evidence, with_examples=reading.question.wants_code)
        yield from _WORDS.findall(answer)
