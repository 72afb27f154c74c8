"""Counts words that a passage shares with the question: no model, the same scores everywhere."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from cogi.inference.clearances import clearance_named
from cogi.inference.rerankers.base import Reranker, RerankError

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class DummyRerankerOptions:
    """``delay`` is seconds before each answer; with ``fails`` the answer is an error."""

    delay: float = 0.0
    fails: bool = False
    clearance: str = "internal"


class DummyReranker(Reranker):
    """Scores by shared words, and remembers in ``received`` the texts that it was sent."""

    leaves_machine = False
    options_class = DummyRerankerOptions

    def __init__(self, options: DummyRerankerOptions) -> None:
        self.clearance = clearance_named(options.clearance)
        self.received: list[Sequence[str]] = []
        self._options = options

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        self.received.append(list(passages))
        time.sleep(self._options.delay)
        if self._options.fails:
            raise RerankError("The scripted failure of the dummy reranker.")
        asked = _words(question)
        return [float(len(asked & _words(passage))) for passage in passages]


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
