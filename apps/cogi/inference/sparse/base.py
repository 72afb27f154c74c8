"""The sparse encoder interface: text in, a positive weight for each term that it is about out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TypeAlias

from cogi.corpus.classification import HIGHEST, Classification
from cogi.inference.backends import Backend
from cogi.inference.errors import InferenceError

TermWeights: TypeAlias = Mapping[str, float]


class SparseError(InferenceError):
    """The text could not be encoded; the message says why and what to do."""


class SparseEncoder(Backend, ABC):
    """Gives texts weights over one vocabulary; how well two texts fit is the dot product of their weights.

    ``model_id`` changes whenever the same text would get other weights, so it is part of what they are
    stored under. ``leaves_machine`` tells whether text is sent to another computer; ``clearance`` is the
    highest level of content that the model may be sent. Instances are shared between threads.
    """

    leaves_machine: bool
    clearance: Classification = HIGHEST

    @property
    @abstractmethod
    def model_id(self) -> str:
        """Raises ``SparseError``."""

    def encode_query(self, text: str) -> TermWeights:
        """Return the weights of a question's terms. Raises ``SparseError``."""
        (weights,) = self._checked(self.weigh_queries([text]), count=1)
        return weights

    def encode_passages(self, texts: Sequence[str]) -> list[TermWeights]:
        """Return the weights of each text's terms; a text about nothing has none. Raises ``SparseError``."""
        return self._checked(self.weigh_passages(texts), count=len(texts)) if texts else []

    def weigh_queries(self, texts: Sequence[str]) -> Sequence[TermWeights]:
        """Weigh questions; models that read them otherwise than passages say how. Raises ``SparseError``."""
        return self.weigh_passages(texts)

    @abstractmethod
    def weigh_passages(self, texts: Sequence[str]) -> Sequence[TermWeights]:
        """Weigh at least one text; the callers check the result. Raises ``SparseError``."""

    def _checked(self, weighed: Sequence[TermWeights], *, count: int) -> list[TermWeights]:
        if len(weighed) != count:
            raise SparseError(f"The sparse model returned {len(weighed)} texts' weights for {count} texts.")
        for term, weight in (pair for weights in weighed for pair in weights.items()):
            if not (isfinite(weight) and weight > 0) or "\0" in term:
                raise SparseError(f"The sparse model gave the term {term!r} the weight {weight}.")
        return list(weighed)
