"""What the kind of site decides: which files are pages, their paths, addresses, anchors and order."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import ClassVar

from cogi.ingest.documents import NavigationEntry
from cogi.ingest.parsers.anchors import SlugStyle
from cogi.ingest.parsers.markdown.front_matter import FrontMatter

_INDEX = frozenset({"index", "readme"})
_NOT_PAGES = frozenset(
    {"license", "licence", "copying", "notice", "code_of_conduct", "pull_request_template"}
)
_NOT_DOCS = frozenset({"node_modules", "site-packages", "__pycache__", "vendor"})


@dataclass(frozen=True, slots=True)
class Site:
    """Markdown files that no site generator is known to publish: addresses are as on GitHub.

    ``root`` is the directory of the configuration file, ``docs`` the one that holds the pages, both
    from the tree's root, "" for the root itself.
    """

    slugs: ClassVar[SlugStyle] = "github"
    mdx: ClassVar[bool] = False
    uids: ClassVar[bool] = False
    myst: ClassVar[bool] = False

    root: str = ""
    docs: str = ""
    url: str = ""
    navigation: tuple[NavigationEntry, ...] = ()
    include_directories: tuple[str, ...] = ()

    def owns(self, path: str) -> bool:
        """Tell whether the file at ``path`` (from the tree's root) is a page of this site."""
        inside = self.inside(path)
        if inside is None:
            return False
        parts = PurePosixPath(inside)
        if any(part.startswith(".") or part in _NOT_DOCS for part in parts.parts):
            return False
        return parts.stem.lower() not in _NOT_PAGES

    def inside(self, path: str) -> str | None:
        """Return ``path`` from the docs directory, None when it lies outside."""
        if not self.docs:
            return path
        return path[len(self.docs) + 1 :] if path.startswith(f"{self.docs}/") else None

    def page_path(self, path: str) -> str:
        inside = self.inside(path) or path
        return inside[: -len(PurePosixPath(inside).suffix)]

    def page_url(self, path: str, front_matter: FrontMatter) -> str:  # noqa: ARG002 -- some sites read it
        """Return the address, from the site's base, of the page at ``path`` from the tree's root."""
        return self.inside(path) or path

    def completed(self, path: str, front_matter: FrontMatter) -> FrontMatter:  # noqa: ARG002 -- some sites add to it
        """Return the front matter of the page at ``path`` with what other files of the site say of it."""
        return front_matter

    def url_directory(self, url: str) -> str:
        """Return the directory against which a browser resolves relative addresses in the page."""
        return posixpath.dirname(url)

    def slug_style(self) -> SlugStyle:
        return self.slugs

    def title_in_navigation(self, page_path: str) -> str:
        return next((entry.title for entry in walk(self.navigation) if entry.path == page_path), "")


def is_index(page_path: str) -> bool:
    return posixpath.basename(page_path).lower() in _INDEX


def walk(entries: tuple[NavigationEntry, ...]) -> Iterator[NavigationEntry]:
    for entry in entries:
        yield entry
        yield from walk(entry.children)


def shallowest(files: Mapping[str, bytes], name: re.Pattern[str], *, deepest: int = 3) -> str | None:
    """Return the path nearest the root whose file name matches, at most ``deepest`` parts long."""
    found = (path for path in files if name.fullmatch(posixpath.basename(path)))
    return min(
        (path for path in found if path.count("/") < deepest),
        key=lambda path: (path.count("/"), path),
        default=None,
    )


def without_suffix(href: str) -> str:
    """Return a page's path as a configuration file writes it, without suffix, anchor and slashes."""
    path = re.sub(r"[?#].*$", "", href)
    return re.sub(r"\.(?:md|mdx|markdown|html?)$", "", path).strip("/").removeprefix("./")
