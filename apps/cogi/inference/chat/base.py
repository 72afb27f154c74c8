"""The chat interface: messages in, a stream of text out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cogi.corpus.classification import Classification
from cogi.inference.backends import Backend
from cogi.inference.cancellation import Cancellation
from cogi.inference.errors import InferenceError


class ChatError(InferenceError):
    """The model did not finish its answer; ``reason`` is ``deadline`` or ``error``."""

    def __init__(self, message: str, *, reason: Literal["deadline", "error"] = "error") -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


class Chat(Backend, ABC):
    """Writes text. ``clearance`` is the highest level of content that the model may be sent.

    Instances are shared between threads.
    """

    model_id: str
    clearance: Classification

    @abstractmethod
    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, deadline: float, cancellation: Cancellation
    ) -> Iterator[str]:
        """Yield the answer piece by piece; closing the iterator stops the work, and so does ``cancellation``.

        ``deadline`` is for the whole answer, in seconds of ``time.monotonic()``.

        Raises:
            ChatError: before the first piece or between pieces, when the model does not finish.
        """
