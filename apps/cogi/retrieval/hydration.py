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
        .values_list("pk", "page_id", "node__uid", "anchor", "content__trail", "content__text", "ordinal")
    )
    return {
        pk: PassageText(pk, page_id, uid, anchor, tuple(trail), text, ordinal)
        for pk, page_id, uid, anchor, trail, text, ordinal in rows
    }


def hydrate_pages(
    node_ids: Iterable[int], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> dict[int, PageText]:
    """Return the nodes among ``node_ids`` that the viewer may read, by node id, with breadcrumbs."""
    by_id = {scope.id: scope for scope in scopes}
    revisions = (
        NodeRevision.objects.within(perimeter)
        .filter(held_in(scopes), node__in=list(node_ids))
        .values_list("node_id", "scope_id", "node__uid", "node__path", "kind", "title", "url", "metadata")
    )
    rows = list(revisions)
    crumbs = _breadcrumbs([row[3] for row in rows], perimeter=perimeter, scopes=by_id)
    return {
        node_id: PageText(
            node_id=node_id,
            scope=by_id[scope_id],
            uid=uid,
            kind=kind,
            title=title,
            url=address(by_id[scope_id], url),
            path=metadata.get("path", uid),
            breadcrumbs=[crumbs[above] for above in _paths_above(path) if above in crumbs],
        )
        for node_id, scope_id, uid, path, kind, title, url, metadata in rows
    }


def _breadcrumbs(
    paths: Iterable[str], *, perimeter: Perimeter, scopes: Mapping[int, ScopeState]
) -> dict[str, Breadcrumb]:
    """Return the visible ancestors of the nodes at ``paths``, by their own paths."""
    above = {ancestor for path in paths for ancestor in _paths_above(path)}
    rows = (
        NodeRevision.objects.within(perimeter)
        .filter(held_in(list(scopes.values())), node__path__in=above)
        .values_list("node__path", "scope_id", "title", "url")
    )
    return {
        path: Breadcrumb(title, address(scopes[scope_id], url) if url else "")
        for path, scope_id, title, url in rows
    }


def _paths_above(path: str) -> list[str]:
    """Return the paths of a node's ancestors, the topmost first, without the scope's root."""
    return [path[:end] for end in range(2 * Node.steplen, len(path), Node.steplen)]
