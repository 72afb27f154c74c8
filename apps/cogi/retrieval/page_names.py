"""Finds pages by the names that people give them; what is hidden and what is absent look the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlsplit

from django.db.models import Q

from cogi.corpus.models import NodeRevision, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.conf import conf
from cogi.retrieval.fields import HIT_KINDS


def find_pages(scope: Scope, names: Iterable[str], *, perimeter: Perimeter) -> dict[str, str]:
    """Map those of ``names``, uids or addresses, that mean a page in ``perimeter`` to the page's uid."""
    wanted = {name: _relative(scope, name) for name in names}
    by_uid, by_url = _pages(scope, {*wanted, *wanted.values()}, perimeter)
    found = {
        name: by_uid.get(name) or by_uid.get(relative.rstrip("/")) or by_url.get(relative.rstrip("/"))
        for name, relative in wanted.items()
    }
    return {name: uid for name, uid in found.items() if uid is not None}


def visible_uids(scope_id: int, uids: Iterable[str], *, perimeter: Perimeter) -> frozenset[str]:
    """Return those of ``uids`` whose page is in the newest release for this viewer."""
    pages = NodeRevision.objects.within(perimeter).as_of().filter(scope=scope_id, node__uid__in=list(uids))
    return frozenset(pages.values_list("node__uid", flat=True))


def _pages(
    scope: Scope, names: Iterable[str], perimeter: Perimeter
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the pages' uids by uid and by address without the last slash."""
    spelled = {spelling for name in names for spelling in (name.rstrip("/"), f"{name.rstrip('/')}/")}
    rows = (
        NodeRevision.objects.within(perimeter)
        .as_of()
        .filter(Q(node__uid__in=spelled) | Q(url__in=spelled), scope=scope, kind__in=HIT_KINDS)
        .values_list("node__uid", "url")
    )
    by_uid, by_url = {}, {}
    for uid, url in rows:
        by_uid[uid] = uid
        by_url[url.rstrip("/")] = uid
    return by_uid, by_url


def _relative(scope: Scope, name: str) -> str:
    """Return the address within the scope's site, without an anchor."""
    bases = [scope.base_url, f"{conf.reader_path.rstrip('/')}/{scope.slug}/"]
    parts = urlsplit(name)
    plain = name.partition("#")[0].partition("?")[0]
    for base in filter(None, bases):
        if plain.startswith(base):
            return unquote(plain.removeprefix(base))
        if parts.path.startswith(base):
            return unquote(parts.path.removeprefix(base))
    return unquote(plain).lstrip("/")
