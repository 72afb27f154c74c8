"""Addresses in a document to link candidates; an address outside the tree gives none."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_PAGE_SUFFIX = re.compile(r"\.(md|markdown|mdx|html?|rst|txt|ipynb)$", re.IGNORECASE)
_FILE_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")
_NAMED_TARGETS = ("label:", "py:")
_INDEX_NAMES = ("index", "README")


@dataclass(frozen=True, slots=True)
class HrefResolver:
    """Resolves the addresses written in one page.

    ``page_path`` is the page's path; ``url_directory`` the directory of its published address, which
    differs when pages are published as directories; ``site_url`` the absolute address of the site.
    """

    page_path: str
    url_directory: str
    site_url: str = ""

    def candidates(self, href: str) -> tuple[str, ...]:
        if href.startswith("xref:"):
            return (f"uid:{unquote(href[5:].split('?', maxsplit=1)[0])}",)
        if href.startswith(_NAMED_TARGETS):
            return (href,)
        if self.site_url and href.startswith(self.site_url):
            href = "/" + href[len(self.site_url) :].lstrip("/")
        try:
            parts = urlsplit(href)
        except ValueError:
            return ()
        if parts.scheme or parts.netloc:
            return ()
        fragment = f"#{unquote(parts.fragment)}" if parts.fragment else ""
        if not parts.path:
            return (f"page:{self.page_path}{fragment}",) if fragment else ()
        return tuple(f"page:{path}{fragment}" for path in self._paths(unquote(parts.path)))

    def _paths(self, path: str) -> list[str]:
        if path.startswith(("/", "~/")):
            return _page_names(path.lstrip("~/"))
        names = _page_names(posixpath.join(posixpath.dirname(self.page_path), path))
        published = _page_names(posixpath.join(self.url_directory, path))
        return [*names, *(name for name in published if name not in names)]


def _page_names(path: str) -> list[str]:
    """Return the page paths that an address may mean; none for an image or another asset."""
    normal = posixpath.normpath(path or ".")
    if normal.startswith(".."):
        return []
    if match := _PAGE_SUFFIX.search(normal):
        return [normal[: match.start()]]
    if _FILE_SUFFIX.search(normal):
        return []
    if normal == ".":
        return list(_INDEX_NAMES)
    children = [f"{normal}/{name}" for name in _INDEX_NAMES]
    return [normal, *children]
