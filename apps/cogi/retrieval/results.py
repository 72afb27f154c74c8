"""What ``search`` returns. All text in it has passed the gate; snippets are safe HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from cogi.retrieval.times import QuestionTime


@dataclass(frozen=True, slots=True)
class PassageHit:
    """One passage of a hit. ``snippet`` is escaped HTML whose only markup is ``<mark>``.

    ``text`` is the whole passage as this viewer may read it (plain Markdown, fenced code).
    """

    id: int
    anchor: str
    url: str
    trail: tuple[str, ...]
    snippet: str
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Hit:
    """One page (or other top-level node) that matches, with its best passages first.

    ``url`` is absolute and ends in the best passage's anchor; ``path`` is the source path without
    extension; ``title_html`` is the title with the question's words marked.
    """

    uid: str
    kind: str
    title: str
    title_html: str
    url: str
    path: str
    anchor: str
    breadcrumbs: Sequence[Breadcrumb]
    snippet: str
    score: float
    scope: str
    passages: Sequence[PassageHit]
    explanation: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class FactHit:
    """A fact that answers the question: ``predicate`` of ``item`` in (or of) the node ``uid`` is ``value``.

    It is true from ``valid_from`` to ``valid_to`` (half-open, None: unbounded), and recorded at
    ``recorded_at``.
    """

    uid: str
    title: str
    item: str
    predicate: str
    value: Any
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    url: str
    scope: str


@dataclass(frozen=True, slots=True)
class Degradation:
    """An engine or stage that did not contribute, and why (``deadline``, ``error``, ``off``)."""

    engine: str
    reason: str


@dataclass(frozen=True, slots=True)
class FacetValue:
    value: str
    count: int


@dataclass(frozen=True, slots=True)
class StatedFilter:
    """A filter or an exclusion that the question states; ``without`` is the question without it.

    ``field`` is empty for an excluded word or phrase.
    """

    field: str
    value: str
    excluded: bool
    without: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """A node that the question names: ``name`` is what it is called there."""

    uid: str
    kind: str
    title: str
    scope: str
    name: str


@dataclass(frozen=True, slots=True)
class Results:
    """The answer to one search.

    ``total`` counts the pages that match lexically among what the viewer sees (at least the number of
    hits). ``timings_ms`` has one entry per engine and stage, and ``total``. ``scope_versions`` are the
    versions that were read before retrieval. ``question_class`` is what kind of question it is taken for
    (``classifying``), empty without words. ``cached`` says that an earlier search of the same versions
    found this. ``corrected_query`` is what was searched when words looked
    mistyped, operators as they were typed; ``text`` is the same without operators. ``facts`` answer a
    question of time or state, the best first.
    """

    query: str
    total: int
    hits: Sequence[Hit]
    facets: Mapping[str, Sequence[FacetValue]] = field(default_factory=dict)
    degraded: Sequence[Degradation] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    scope_versions: Mapping[str, int] = field(default_factory=dict)
    corrected_query: str | None = None
    filters: Sequence[StatedFilter] = ()
    text: str = ""
    cached: bool = False
    question_class: str = ""
    facts: Sequence[FactHit] = ()
    anchors: Sequence[Anchor] = ()
    times: Sequence[QuestionTime] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A completion for the search box: a page or section whose title matches what is typed."""

    title: str
    title_html: str
    url: str
    uid: str
    kind: str
    scope: str
    breadcrumbs: Sequence[Breadcrumb] = ()
