"""The engine interface: a question in, ranked passages out. An engine returns ids, never text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cogi.graph.walking import Path
from cogi.index.lexical_query import LexicalQuery
from cogi.retrieval.facts.finding import FoundFact
from cogi.retrieval.scopes import ScopeState


class EngineUnavailable(Exception):
    """The engine cannot contribute to this question; ``reason`` is what ``degraded`` shows."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What every engine is asked. ``pages`` limits the answer to these page nodes (None: all).

    ``question`` is running text without operators; ``lexical`` says more to an engine that matches words;
    ``as_of`` is the moment that is asked about (None: now). ``completing`` are passages of ``pages`` that
    other engines offered: the engine is asked what it thinks of those pages, however little that is, and need
    not look at more of them than these passages.
    """

    question: str
    scopes: Sequence[ScopeState]
    limit: int
    pages: frozenset[int] | None = None
    lexical: LexicalQuery | None = None
    as_of: datetime | None = None
    completing: Sequence[int] = ()


class Candidate(NamedTuple):
    """A passage that an engine offers, with the engine's own score (comparable only within it)."""

    passage_id: int
    page_id: int
    score: float


@dataclass(frozen=True, slots=True)
class Offer:
    """An engine's candidates, best first.

    ``pages`` are the node ids of all ``page_count`` pages that match, where the engine knows.
    ``corrections`` map words as they were asked to what was searched instead. ``share`` is the part of the
    corpus that the engine knows, 0 to 1: its say in the fusion shrinks with it, since what it does not
    know cannot rank. ``short`` says that the engine stopped before it had all that it knows. ``paths`` lead
    to pages along the graph's edges, by page node id. ``facts`` are what the candidates state.
    """

    candidates: Sequence[Candidate]
    page_count: int = 0
    pages: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64), compare=False)
    corrections: Mapping[str, str] = field(default_factory=dict)
    share: float = 1.0
    short: bool = False
    paths: Mapping[int, Path] = field(default_factory=dict)
    facts: Sequence[FoundFact] = ()


class Engine(ABC):
    """One way of finding passages. Stateless; used by many threads at once.

    ``needs_thread`` says that it may wait for more than the database: a statement ends by itself when the
    engine's time is over, while a model has to be left behind.
    """

    name: ClassVar[str]
    needs_thread: ClassVar[bool] = True

    def applies(self, inquiry: Inquiry) -> bool:  # noqa: ARG002 - what an engine may go by
        """Tell, without the database, whether the engine could offer anything: else it is not asked."""
        return True

    def prepare(self, inquiry: Inquiry) -> None:  # noqa: B027 - most engines have nothing to prepare
        """Do what needs no database, before the engine takes a connection."""

    @abstractmethod
    def retrieve(self, inquiry: Inquiry) -> Offer:
        """Return at most ``inquiry.limit`` candidates. Raises ``EngineUnavailable``."""
