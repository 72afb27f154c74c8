"""What a scope should contain, as plain values: ingest writes it, publishing compares and stores it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from cogi.corpus.classification import Classification, Span
from cogi.corpus.vocabulary import EdgeLabel, NodeKind


@dataclass(frozen=True, slots=True)
class PassageDraft:
    """A stretch of one node's text, small enough to rank and to quote.

    ``trail`` are the headings above the text, page title first. ``text`` is plain Markdown with
    fenced code and holds everything, classified parts too; ``spans`` mark those, in characters.
    """

    anchor: str
    trail: tuple[str, ...]
    text: str
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeDraft:
    """A node as it should be. ``uid`` is stable and unique in its scope; ``parent_uid`` None is the top.

    ``url`` is relative to the scope's base address. A child is at least as classified as its parent.
    """

    uid: str
    kind: NodeKind
    title: str
    url: str = ""
    parent_uid: str | None = None
    order: int = 0
    classification: Classification = Classification.PUBLIC
    metadata: Mapping[str, Any] = field(default_factory=dict)
    passages: tuple[PassageDraft, ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeDraft:
    """A typed edge between two nodes of the scope. ``provenance`` says what produced it."""

    source_uid: str
    target_uid: str
    label: EdgeLabel
    weight: float = 1.0
    properties: Mapping[str, Any] = field(default_factory=dict)
    provenance: str = "ingest"


@dataclass(frozen=True, slots=True)
class FactDraft:
    """A statement about a node. Exactly one of ``object_uid`` and ``value`` is set.

    A ``functional`` predicate has one value at a time: two drafts of one subject and predicate must not
    overlap in valid time, which is half-open and unbounded where None. ``item`` names the
    part of the subject that is spoken of, when it has no node of its own, such as a row of a table.
    ``passage`` is the number of the subject's passage that states it, from 0.
    """

    subject_uid: str
    predicate: str
    value: Any = None
    object_uid: str | None = None
    functional: bool = False
    classification: Classification = Classification.PUBLIC
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    item: str = ""
    passage: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a scope should hold. Parents stand before their children in ``nodes``."""

    nodes: Sequence[NodeDraft]
    edges: Sequence[EdgeDraft] = ()
    facts: Sequence[FactDraft] = ()


@dataclass(frozen=True, slots=True)
class Update:
    """A few pages as they should be; everything else in the scope stays.

    A drafted node stands with all its parts (``vocabulary.PAGE_PARTS``): those that are not drafted with
    it cease, as do the nodes in ``removed`` with theirs. ``edges`` and ``facts`` are all that ingest
    states with a drafted node as source or subject. Parents stand before their children in ``upserts``.
    """

    upserts: Sequence[NodeDraft] = ()
    removed: Sequence[str] = ()
    edges: Sequence[EdgeDraft] = ()
    facts: Sequence[FactDraft] = ()

    @property
    def drafts(self) -> Snapshot:
        return Snapshot(self.upserts, self.edges, self.facts)
