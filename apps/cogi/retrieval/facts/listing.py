"""Facts as lists: what holds at a moment, as it was believed at a moment, of what the reader may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from cogi.corpus.models import Fact, NodeRevision, Release
from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.hydration import PageText, PassageText, hydrate_pages, hydrate_passages
from cogi.retrieval.scopes import ScopeState, held_in, read_scopes


@dataclass(frozen=True, slots=True)
class FactQuery:
    """``subject`` is a node's uid; empty texts do not narrow. Moments that are None are now."""

    subject: str = ""
    predicate: str = ""
    valid_at: datetime | None = None
    known_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListedNode:
    uid: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Source:
    """The passage that states a fact, as the reader sees it."""

    uid: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class ListedFact:
    """``value`` is None when ``object`` is a node. Ranges are half-open, unbounded where None."""

    scope: str
    subject: ListedNode
    item: str
    predicate: str
    value: Any
    object: ListedNode | None
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_from: datetime
    recorded_to: datetime | None
    provenance: str
    source: Source | None


@dataclass(frozen=True, slots=True)
class FactList:
    """One page of ``total`` facts, in order of their subjects' place in the tree."""

    total: int
    facts: Sequence[ListedFact]


def list_facts(
    query: FactQuery,
    *,
    perimeter: Perimeter,
    scopes: Sequence[str] | None = None,
    limit: int = 50,
    offset: int = 0,
) -> FactList:
    """Return the facts that hold as ``query`` asks, in ``scopes`` (slugs; None: the default ones).

    Raises:
        UnknownScope: absent, or outside the perimeter.
        HistoryPruned: ``known_at`` lies before the oldest release that is kept.
    """
    states = read_scopes(perimeter, slugs=scopes, as_of=query.known_at)
    parts = [_of_scope(query, state, perimeter) for state in states]
    found: QuerySet[Any, Any] = Fact.objects.none().union(*parts, all=True)
    ids = [pk for pk, _ in found.order_by("place", "id")[offset : offset + limit]]
    return FactList(found.count(), _listed(ids, perimeter, states))


def _of_scope(query: FactQuery, state: ScopeState, perimeter: Perimeter) -> QuerySet[Any, Any]:
    """Return the ids of the facts, and the places of their subjects."""
    holding = Fact.objects.filter(scope=state.id).holding(
        perimeter, valid_at=query.valid_at or timezone.now(), known_at=_known_at(query, state)
    )
    narrowed = holding.filter(
        _present("subject", state, perimeter),
        Q(object__isnull=True) | _present("object", state, perimeter),
        **({"subject__uid": query.subject} if query.subject else {}),
        **({"predicate": query.predicate} if query.predicate else {}),
    )
    return narrowed.annotate(place=F("subject__path")).values_list("pk", "place")


def _present(end: str, state: ScopeState, perimeter: Perimeter) -> Q:
    """Filter facts to those whose ``end`` the reader sees in the release that is read."""
    revisions = NodeRevision.objects.within(perimeter).filter(held_in([state]), node=OuterRef(end))
    return Q(Exists(revisions))


def _known_at(query: FactQuery, state: ScopeState) -> datetime | None:
    """Return the moment to read; where the past is sealed, the release that sealed it."""
    if query.known_at is None:
        return None
    release = Release.objects.filter(scope=state.id, number=state.release_number).first()
    return max(query.known_at, release.created_at) if release else query.known_at


def _listed(ids: Sequence[int], perimeter: Perimeter, scopes: Sequence[ScopeState]) -> list[ListedFact]:
    facts = Fact.objects.in_bulk(ids)
    ends = {end for fact in facts.values() for end in (fact.subject_id, fact.object_id) if end is not None}
    nodes = hydrate_pages(ends, perimeter=perimeter, scopes=scopes)
    sources = {fact.source_id for fact in facts.values() if fact.source_id is not None}
    passages = hydrate_passages(sources, perimeter=perimeter, scopes=scopes)
    return [_fact(facts[pk], nodes, passages) for pk in ids if facts[pk].subject_id in nodes]


def _fact(fact: Fact, nodes: dict[int, PageText], passages: dict[int, PassageText]) -> ListedFact:
    valid: Any = fact.valid
    recorded: Any = fact.recorded
    passage = passages.get(fact.source_id) if fact.source_id is not None else None
    return ListedFact(
        scope=nodes[fact.subject_id].scope.slug,
        subject=_node(nodes[fact.subject_id]),
        item=fact.item,
        predicate=fact.predicate,
        value=fact.value,
        object=_node(nodes[fact.object_id]) if fact.object_id in nodes else None,
        valid_from=valid.lower,
        valid_to=valid.upper,
        recorded_from=recorded.lower,
        recorded_to=recorded.upper,
        provenance=fact.provenance,
        source=Source(passage.node_uid, passage.anchor, passage.text) if passage else None,
    )


def _node(page: PageText) -> ListedNode:
    return ListedNode(page.uid, page.title, page.url)
