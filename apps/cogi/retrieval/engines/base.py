"""The engine interface: a question in, ranked passages out. An engine returns ids, never text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from cogi.retrieval.scopes import ScopeState


class EngineUnavailable(Exception):
    """The engine cannot contribute to this question; ``reason`` is what ``degraded`` shows."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What every engine is asked. ``pages`` limits the answer to these page nodes (None: all)."""

    question: str
    scopes: Sequence[ScopeState]
    limit: int
    pages: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that an engine offers, with the engine's own score (comparable only within it)."""

    passage_id: int
    page_id: int
    score: float


@dataclass(frozen=True, slots=True)
class Offer:
    """An engine's candidates, best first.

    ``page_count`` is how many pages match in all, where the engine knows. ``share`` is the part of the
    corpus that the engine knows, 0 to 1: its say in the fusion shrinks with it, since what it does not
    know cannot rank.
    """

    candidates: Sequence[Candidate]
    page_count: int = 0
    pages_by_scope: Mapping[int, int] = field(default_factory=dict)
    share: float = 1.0


class Engine(ABC):
    """One way of finding passages. Stateless; ``retrieve`` runs in a thread of its own."""

    name: ClassVar[str]

    @abstractmethod
    def retrieve(self, inquiry: Inquiry) -> Offer:
        """Return at most ``inquiry.limit`` candidates. Raises ``EngineUnavailable``."""
