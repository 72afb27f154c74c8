"""Weighs each word by how often it stands: no model, the same weights everywhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p

from cogi.inference.clearances import clearance_named
from cogi.inference.sparse.base import SparseEncoder, SparseError, TermWeights

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class DummySparseOptions:
    """``model`` names the model; with ``fails`` the answer is an error."""

    model: str = "dummy-sparse"
    fails: bool = False
    clearance: str = "internal"


class DummySparseEncoder(SparseEncoder):
    """Gives a word ``log(1 + count)``, and remembers in ``received`` the texts that it was sent."""

    leaves_machine = False
    options_class = DummySparseOptions

    def __init__(self, options: DummySparseOptions) -> None:
        self.clearance = clearance_named(options.clearance)
        self.received: list[str] = []
        self._options = options

    @property
    def model_id(self) -> str:
        return self._options.model

    def weigh_passages(self, texts: Sequence[str]) -> Sequence[TermWeights]:
        if self._options.fails:
            raise SparseError("The scripted failure of the dummy sparse encoder.")
        self.received += texts
        return [
            {word: log1p(count) for word, count in Counter(_WORD.findall(text.lower())).items()}
            for text in texts
        ]
