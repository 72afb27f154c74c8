"""A parsed tree becomes the snapshot of a scope: nodes in tree order, passages, edges and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cogi.corpus.classification import Classification
from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft, Snapshot
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from cogi.ingest.addressing import Addressed, Uids, address_pages
from cogi.ingest.chunking import PassageSize, chunk_section
from cogi.ingest.documents import ParsedTree
from cogi.ingest.facts import configured_extractors
from cogi.ingest.placement import Place, place_pages
from cogi.ingest.relating import stated_edges
from cogi.ingest.resolving import Resolved, resolve_links
from cogi.ingest.stating import state_facts, stated_facts

MAX_TITLE = 1000
MAX_URL = 1000


@dataclass(frozen=True, slots=True)
class Assembly:
    """A snapshot, and how many links of the source lead nowhere."""

    snapshot: Snapshot
    unresolved_links: int


def assemble(*, tree: ParsedTree, size: PassageSize) -> Assembly:
    """Return what the scope should hold when it holds ``tree``. Equal trees give equal snapshots."""
    uids = Uids()
    sections = address_pages(tree.pages, uids)
    page_uids = {path: addressed[0].uid for path, addressed in sections.items()}
    top = place_pages(tree.pages, tree.navigation, page_uids, uids)
    nodes = list(_nodes(top, sections, size))
    stated = with_statements(nodes, sections, resolve_links(sections))
    snapshot = stated.snapshot
    related = stated_edges(nodes, snapshot.facts, top)
    return replace(stated, snapshot=replace(snapshot, edges=[*snapshot.edges, *related]))


def with_statements(
    nodes: Sequence[NodeDraft], sections: Mapping[str, Sequence[Addressed]], links: Resolved
) -> Assembly:
    """Return the nodes with the edges and facts that their pages state."""
    facts = list(_facts(nodes, sections))
    return Assembly(Snapshot(nodes, [*_part_of(nodes), *links.edges], facts), links.unresolved)


def _nodes(
    top: Sequence[Place], sections: Mapping[str, Sequence[Addressed]], size: PassageSize
) -> Iterator[NodeDraft]:
    levels: dict[str, Classification] = {}
    for index, root in enumerate(top):
        for place, parent, order in root.walk(order=index):
            parent_uid = parent.uid if parent else None
            above = levels[parent_uid] if parent_uid else Classification.PUBLIC
            if place.path is None:
                levels[place.uid] = above
                yield NodeDraft(
                    place.uid, NodeKind.GROUP, place.title[:MAX_TITLE], "", parent_uid, order, above
                )
                continue
            at = order + _section_count(parent, sections)
            yield from page_nodes(sections[place.path], parent_uid, at, levels=levels, size=size)


def page_nodes(
    sections: Sequence[Addressed],
    parent_uid: str | None,
    order: int,
    *,
    levels: dict[str, Classification],
    size: PassageSize,
) -> Iterator[NodeDraft]:
    """Yield a page and its sections; ``levels`` holds the level of the parent, and takes theirs."""
    own, *inner = sections
    for addressed in (replace(own, parent_uid=parent_uid, order=order), *inner):
        yield _node(addressed, levels, size)


def _section_count(parent: Place | None, sections: Mapping[str, Sequence[Addressed]]) -> int:
    """Pages below a page stand after its sections."""
    if parent is None or parent.path is None:
        return 0
    return len(sections[parent.path][0].section.children)


def _node(addressed: Addressed, levels: dict[str, Classification], size: PassageSize) -> NodeDraft:
    """Return the draft, at least as classified as what it stands in."""
    above = levels[addressed.parent_uid] if addressed.parent_uid else Classification.PUBLIC
    levels[addressed.uid] = max(addressed.section.classification, above)
    return NodeDraft(
        uid=addressed.uid,
        kind=_kind(addressed),
        title=addressed.section.title[:MAX_TITLE],
        url=_url(addressed),
        parent_uid=addressed.parent_uid,
        order=addressed.order,
        classification=levels[addressed.uid],
        metadata=_metadata(addressed),
        passages=chunk_section(addressed.section, trail=addressed.trail, size=size),
    )


def _kind(addressed: Addressed) -> NodeKind:
    if addressed.depth == 0:
        return NodeKind.PAGE
    return NodeKind.SYMBOL if addressed.section.kind == "symbol" else NodeKind.SECTION


def _url(addressed: Addressed) -> str:
    anchor = addressed.section.anchor
    return (f"{addressed.page.url}#{anchor}" if anchor else addressed.page.url)[:MAX_URL]


def _metadata(addressed: Addressed) -> dict[str, Any]:
    page = addressed.page
    if addressed.depth > 0:
        return {"level": addressed.depth + 1, "path": page.path}
    return {**page.metadata, "path": page.path, **({"hidden": True} if page.hidden else {})}


def _part_of(nodes: Sequence[NodeDraft]) -> Iterator[EdgeDraft]:
    for node in nodes:
        if node.parent_uid is not None:
            yield EdgeDraft(node.uid, node.parent_uid, EdgeLabel.PART_OF)


def _facts(nodes: Sequence[NodeDraft], sections: Mapping[str, Sequence[Addressed]]) -> Iterator[FactDraft]:
    drafts = {node.uid: node for node in nodes}
    extractors = configured_extractors()
    for page in sections.values():
        for addressed in page:
            draft = drafts[addressed.uid]
            yield from state_facts(
                stated_facts(addressed.section, trail=addressed.trail, extractors=extractors),
                subject_uid=draft.uid,
                classification=draft.classification,
                passages=draft.passages,
            )
