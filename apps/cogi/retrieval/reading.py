"""Reads one node whole, as the viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from cogi.corpus.models import Node, NodeRevision, Passage, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.vocabulary import PAGE_PARTS
from cogi.retrieval.errors import NodeNotFound
from cogi.retrieval.hydration import PassageText, hydrate_pages, hydrate_passages
from cogi.retrieval.links import address
from cogi.retrieval.results import Breadcrumb
from cogi.retrieval.scopes import ScopeState, held_in, read_scopes


@dataclass(frozen=True, slots=True)
class NodeReading:
    """A node with its passages, and those of its sections, in reading order."""

    uid: str
    kind: str
    title: str
    url: str
    path: str
    scope: str
    scope_version: int
    breadcrumbs: Sequence[Breadcrumb]
    passages: Sequence[PassageText]
    children: Sequence[Breadcrumb]


def read_node(
    uid: str, *, perimeter: Perimeter, scope: str | None = None, as_of: datetime | None = None
) -> NodeReading:
    """Return the node ``uid`` of ``scope`` (None: the first visible scope that has it, defaults first).

    Raises:
        NodeNotFound: absent, or outside the perimeter.
        UnknownScope: absent, or outside the perimeter.
    """
    if "\0" in uid:
        raise NodeNotFound(uid.replace("\0", ""))
    state = _scope_of(uid, perimeter=perimeter, slug=scope, as_of=as_of)
    node = Node.objects.filter(scope=state.id, uid=uid).first()
    pages = hydrate_pages([node.pk] if node else [], perimeter=perimeter, scopes=[state])
    if node is None or node.pk not in pages:
        raise NodeNotFound(uid)
    page = pages[node.pk]
    return NodeReading(
        uid=uid,
        kind=page.kind,
        title=page.title,
        url=page.url,
        path=page.path,
        scope=state.slug,
        scope_version=state.version,
        breadcrumbs=page.breadcrumbs,
        passages=_passages(node, page.kind, perimeter=perimeter, state=state),
        children=_children(node, perimeter=perimeter, state=state),
    )


def _scope_of(uid: str, *, perimeter: Perimeter, slug: str | None, as_of: datetime | None) -> ScopeState:
    if slug is not None:
        return read_scopes(perimeter, slugs=[slug], as_of=as_of)[0]
    holding = NodeRevision.objects.within(perimeter).filter(node__uid=uid)
    found = (
        Scope.objects.within(perimeter)
        .filter(pk__in=(holding if as_of else holding.as_of()).values("scope"))
        .order_by("-is_default", "slug")
        .first()
    )
    if found is None:
        raise NodeNotFound(uid)
    return read_scopes(perimeter, slugs=[found.slug], as_of=as_of)[0]


def _passages(node: Node, kind: str, *, perimeter: Perimeter, state: ScopeState) -> list[PassageText]:
    """Return what stands in a page, or in a part of one with the parts below it."""
    inside = Q(node__path__startswith=node.path) if kind in PAGE_PARTS else Q(page=node)
    order = list(
        Passage.objects.within(perimeter)
        .filter(inside, held_in([state]))
        .order_by("node__path", "ordinal")
        .values_list("pk", flat=True)
    )
    hydrated = hydrate_passages(order, perimeter=perimeter, scopes=[state])
    return [hydrated[pk] for pk in order if pk in hydrated]


def _children(node: Node, *, perimeter: Perimeter, state: ScopeState) -> list[Breadcrumb]:
    rows = NodeRevision.objects.within(perimeter).filter(held_in([state]), parent=node).order_by("order")
    return [Breadcrumb(row.title, address(state, row.url)) for row in rows if row.url]
