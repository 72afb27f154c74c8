"""The gate: the only place that turns ids into text. It filters again, and never repairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cogi.corpus.models import Node
from cogi.corpus.perimeter import Perimeter
from cogi.index.statements import Statement, array_literal
from cogi.retrieval.links import address
from cogi.retrieval.results import Breadcrumb
from cogi.retrieval.scopes import ScopeState


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
    rows = _visible(_PASSAGES, ids, perimeter=perimeter, scopes=scopes)
    return {
        pk: PassageText(pk, page_id, uid, anchor, tuple(trail), text, ordinal)
        for pk, page_id, uid, anchor, trail, text, ordinal in rows
    }


def hydrate_pages(
    node_ids: Iterable[int], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> dict[int, PageText]:
    """Return the nodes among ``node_ids`` that the viewer may read, by node id, with breadcrumbs."""
    by_id = {scope.id: scope for scope in scopes}
    wanted = set(node_ids)
    rows = _visible(_PAGES, wanted, perimeter=perimeter, scopes=scopes)
    crumbs = {
        path: Breadcrumb(title, address(by_id[scope_id], url) if url else "")
        for _, scope_id, _, path, _, title, url, _ in rows
    }
    return {
        node_id: PageText(
            node_id=node_id,
            scope=by_id[scope_id],
            uid=uid,
            kind=kind,
            title=title,
            url=address(by_id[scope_id], url),
            path=source_path or uid,
            breadcrumbs=[crumbs[above] for above in _paths_above(path) if above in crumbs],
        )
        for node_id, scope_id, uid, path, kind, title, url, source_path in rows
        if node_id in wanted
    }


# What holds in the release that each scope is read at, and lies within the viewer's clearance there: the
# same as within(perimeter) and held_in(scopes), in statements that need not be composed for each search.
_PASSAGES = Statement(
    "cogi_hydrate_passages",
    """
SELECT json_build_array(passage.id, passage.page_id, node.uid, passage.anchor, content.trail, content.text,
                        passage.ordinal)::text
  FROM cogi_corpus_passage AS passage
  JOIN unnest($2::bigint[], $3::int[], $4::int[])
       AS seen(scope_id, number, clearance) ON seen.scope_id = passage.scope_id
   AND passage.valid_from <= seen.number AND (passage.valid_to IS NULL OR passage.valid_to > seen.number)
  JOIN cogi_corpus_visibilityclass AS class ON class.id = passage.visibility_id
   AND class.scope_id = seen.scope_id AND seen.clearance BETWEEN class.low AND class.high
  JOIN cogi_corpus_node AS node ON node.id = passage.node_id
  JOIN cogi_corpus_passagecontent AS content ON content.id = passage.content_id
 WHERE passage.id = ANY($1::bigint[])
""",
)
# The wanted nodes and those above them in the tree, whose paths are the beginnings of theirs.
_PAGES = Statement(
    "cogi_hydrate_pages",
    f"""
SELECT json_build_array(node.id, revision.scope_id, node.uid, node.path, revision.kind, revision.title,
                        revision.url, revision.metadata ->> 'path')::text
  FROM cogi_corpus_node AS node
  JOIN cogi_corpus_noderevision AS revision ON revision.node_id = node.id
  JOIN unnest($2::bigint[], $3::int[], $4::int[])
       AS seen(scope_id, number, clearance) ON seen.scope_id = revision.scope_id
   AND revision.classification <= seen.clearance
   AND revision.valid_from <= seen.number AND (revision.valid_to IS NULL OR revision.valid_to > seen.number)
 WHERE node.path = ANY(ARRAY(
       SELECT left(wanted.path, length)
         FROM cogi_corpus_node AS wanted,
              generate_series(2 * {Node.steplen}, length(wanted.path), {Node.steplen}) AS length
        WHERE wanted.id = ANY($1::bigint[])))
""",  # noqa: S608 - an integer
)


def _visible(
    statement: Statement, ids: Iterable[int], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> list[list[Any]]:
    clearances = dict(perimeter.clearances)
    inside = [scope for scope in scopes if scope.id in clearances]
    columns = (
        ids,
        [scope.id for scope in inside],
        [scope.release_number for scope in inside],
        [int(clearances[scope.id]) for scope in inside],
    )
    return list(statement.json_rows([array_literal(column) for column in columns]))


def _paths_above(path: str) -> list[str]:
    """Return the paths of a node's ancestors, the topmost first, without the scope's root."""
    return [path[:end] for end in range(2 * Node.steplen, len(path), Node.steplen)]
