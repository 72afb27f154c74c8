"""Addresses of pages: on the published site, or in the portal's reader when there is none."""

from __future__ import annotations

from urllib.parse import quote

from cogi.retrieval.conf import conf
from cogi.retrieval.scopes import ScopeState

_SAFE = "/#:@!$&'()*+,;=~-._%?"


def address(scope: ScopeState, url: str) -> str:
    """Return the address of a page or a part of one, ``url`` being relative to the scope's site."""
    base = scope.base_url or f"{conf.reader_path.rstrip('/')}/{scope.slug}/"
    return f"{base.rstrip('/')}/{quote(url.lstrip('/'), safe=_SAFE)}"
