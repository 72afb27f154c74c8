"""The typed event stream: ``Sources`` first, ``Token``…, then exactly one of ``Done`` and ``Failed``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from cogi.retrieval.results import Degradation


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered passage that the answer may cite as ``[number]``."""

    number: int
    uid: str
    title: str
    url: str
    anchor: str
    scope: str
    trail: tuple[str, ...]
    snippet: str


@dataclass(frozen=True, slots=True)
class Sources:
    """``query`` is what was searched: the question, completed where it leans on earlier turns."""

    name: ClassVar[str] = "sources"
    query: str
    sources: Sequence[Source]


@dataclass(frozen=True, slots=True)
class Token:
    """The next piece of the answer, Markdown; the pieces concatenate to the whole."""

    name: ClassVar[str] = "token"
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """The end of an answer. ``citations`` are the source numbers used, ascending.

    ``synthesizer`` names what wrote it (``extractive``, or the chat model); ``found`` is False for a
    refusal because nothing relevant was retrieved.
    """

    name: ClassVar[str] = "done"
    answer: str
    citations: Sequence[int]
    follow_ups: Sequence[str] = ()
    degraded: Sequence[Degradation] = ()
    synthesizer: str = "extractive"
    found: bool = True
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    scope_versions: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failed:
    """The answer could not be completed. ``type`` is a stable problem type."""

    name: ClassVar[str] = "error"
    type: str
    title: str
    detail: str


Event = Sources | Token | Done | Failed
