"""Says in an explanation along which edges the graph engine came to a page, in names that the viewer sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cogi.corpus.perimeter import Perimeter
from cogi.graph.walking import Path
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.hydration import PageText, hydrate_pages
from cogi.retrieval.scopes import ScopeState


def note_paths(
    pages: Iterable[FusedPage],
    paths: Mapping[int, Path],
    *,
    perimeter: Perimeter,
    scopes: Sequence[ScopeState],
) -> None:
    """Note for each of ``pages`` the hops of its path: ``from``, ``label``, ``to``, as the edges point."""
    led = [(page, paths[page.page_id]) for page in pages if page.page_id in paths]
    ends = {end for _, path in led for hop in path for end in (hop.source, hop.target)}
    nodes = hydrate_pages(ends, perimeter=perimeter, scopes=scopes) if ends else {}
    for page, path in led:
        page.notes["path"] = [
            {"from": _named(nodes[hop.source]), "label": str(hop.label), "to": _named(nodes[hop.target])}
            for hop in path
            if hop.source in nodes and hop.target in nodes
        ]


def _named(node: PageText) -> Mapping[str, str]:
    return {"uid": node.uid, "title": node.title, "kind": node.kind}
