"""The gate: the only place that turns ids into text. It filters again, and never repairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cogi.corpus.models import Node, NodeRevision, Passage
from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.links import address
from cogi.retrieval.results import Breadcrumb
from cogi.retrieval.scopes import ScopeState, held_in


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as the viewer may read it."""

    node_id: int
    scope: ScopeState
    uid: str
    kind: str
    title: str
    url: str
    path: str
    breadcrumbs: Sequence[Breadcrumb]


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage as the viewer may read it."""

    id: int
    page_id: int
    node_uid: str
    anchor: str
    trail: tuple[str, ...]
    text: str
    ordinal: int


def hydrate_passages(
    ids: Iterable[int], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> dict[int, PassageText]:
    """Return the passages among ``ids`` that the viewer may read, by id; the others are absent."""
    rows = (
        Passage.objects.within(perimeter)
        .filter(held_in(scopes), pk__in=list(ids))
        .select_related("content", "node")
    )
    return {
        row.pk: PassageText(
            row.pk,
            row.page_id,
            row.node.uid,
            row.anchor,
            tuple(row.content.trail),
            row.content.text,
            row.ordinal,
        )
        for row in rows
    }


def hydrate_pages(
    node_ids: Iterable[int], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> dict[int, PageText]:
    """Return the nodes among ``node_ids`` that the viewer may read, by node id, with breadcrumbs."""
    by_id = {scope.id: scope for scope in scopes}
    revisions = list(
        NodeRevision.objects.within(perimeter)
        .filter(held_in(scopes), node__in=list(node_ids))
        .select_related("node")
    )
    ancestors = _ancestors(revisions, perimeter=perimeter, scopes=scopes)
    return {
        revision.node_id: PageText(
            node_id=revision.node_id,
            scope=by_id[revision.scope_id],
            uid=revision.node.uid,
            kind=revision.kind,
            title=revision.title,
            url=address(by_id[revision.scope_id], revision.url),
            path=revision.metadata.get("path", revision.node.uid),
            breadcrumbs=[
                Breadcrumb(
                    ancestor.title, address(by_id[revision.scope_id], ancestor.url) if ancestor.url else ""
                )
                for path in _paths_above(revision.node.path)
                if (ancestor := ancestors.get(path)) is not None
            ],
        )
        for revision in revisions
    }


def _ancestors(
    revisions: Sequence[NodeRevision], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> Mapping[str, NodeRevision]:
    paths = {path for revision in revisions for path in _paths_above(revision.node.path)}
    rows = (
        NodeRevision.objects.within(perimeter)
        .filter(held_in(scopes), node__path__in=paths)
        .select_related("node")
    )
    return {row.node.path: row for row in rows}


def _paths_above(path: str) -> list[str]:
    """Return the paths of a node's ancestors, the topmost first, without the scope's root."""
    return [path[:end] for end in range(2 * Node.steplen, len(path), Node.steplen)]
