"""Makes a page's address like those of the scope's other pages, where no configuration says how."""

from __future__ import annotations

import posixpath

from cogi.corpus.models import NodeRevision, Scope
from cogi.corpus.vocabulary import NodeKind
from cogi.ingest.documents import Page
from cogi.ingest.finding_places import named
from cogi.ingest.placement import INDEX_NAMES


def address_of(scope: Scope, page: Page) -> str:
    """Return the address that the page has; for a new one, an address made as that of its neighbour."""
    pages = NodeRevision.objects.filter(scope=scope, kind=NodeKind.PAGE).as_of()
    known = named(scope, page.path).values_list("url", flat=True).first()
    if known is not None:
        return known
    if posixpath.basename(page.path) in INDEX_NAMES:
        return page.url
    near = pages.filter(node__uid__startswith=posixpath.dirname(page.path)).exclude(url="")
    for path, url in near.order_by("node__uid").values_list("node__uid", "url")[:20]:
        if posixpath.basename(path) not in INDEX_NAMES and (alike := _alike(page.path, path, url)):
            return alike
    return page.url


def _alike(path: str, other_path: str, other_url: str) -> str:
    """Cut from ``path`` what the other's address leaves out, and add the ending that it adds."""
    stem, suffix = other_url, ""
    for ending in (".html", "/"):
        if other_url.endswith(ending):
            stem, suffix = other_url.removesuffix(ending), ending
    if not stem or not other_path.endswith(stem):
        return ""
    cut = other_path.removesuffix(stem)
    return path.removeprefix(cut) + suffix if path.startswith(cut) else ""
