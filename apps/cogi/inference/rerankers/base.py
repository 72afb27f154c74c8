"""The reranker interface: a question and passages in, one finite score for each passage out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.classification import HIGHEST, Classification
from cogi.inference.backends import Backend
from cogi.inference.errors import InferenceError

Scores: TypeAlias = NDArray[np.float32]


class RerankError(InferenceError):
    """The passages could not be scored; ``reason`` is ``deadline`` or ``error``."""

    def __init__(self, message: str, *, reason: Literal["deadline", "error"] = "error") -> None:
        super().__init__(message)
        self.reason = reason


class Reranker(Backend, ABC):
    """Scores how well passages answer a question. Scores are comparable within one call only.

    ``leaves_machine`` tells whether text is sent to another computer; ``clearance`` is the highest level of
    content that the model may be sent. Instances are shared between threads.
    """

    leaves_machine: bool
    clearance: Classification = HIGHEST

    def rerank(self, question: str, passages: Sequence[str]) -> Scores:
        """Return one score for each passage, shape ``(len(passages),)``; higher is better.

        Raises:
            RerankError: when the model does not give one finite score for each passage.
        """
        if not passages:
            return np.empty(0, dtype=np.float32)
        scores = np.asarray(self.score(question, passages), dtype=np.float32)
        if scores.shape != (len(passages),) or not np.isfinite(scores).all():
            raise RerankError("The model did not return one finite score for each passage.")
        return scores

    @abstractmethod
    def score(self, question: str, passages: Sequence[str]) -> Scores | Sequence[float]:
        """Score at least one passage; ``rerank`` checks the result. Raises ``RerankError``."""
