"""Microsoft Learn and DocFX: navigation from ``toc.yml`` files, included files are no pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, ClassVar

import yaml

from cogi.ingest.documents import NavigationEntry
from cogi.ingest.parsers.markdown.front_matter import FrontMatter, load_yaml
from cogi.ingest.parsers.markdown.learn_units import Unit, read_modules, read_units
from cogi.ingest.parsers.markdown.sites import Site, is_index, shallowest, without_suffix

_TOC = re.compile(r"toc\.ya?ml", re.IGNORECASE)
BUILD = re.compile(r"docfx\.json|docs\.config\.json")
CONFIGURATION = re.compile(rf"{_TOC.pattern}|{BUILD.pattern}", re.IGNORECASE)
_INCLUDED = frozenset({"includes", "media", "snippets"})
_DEEPEST = 10


@dataclass(frozen=True, slots=True)
class LearnSite(Site):
    uids: ClassVar[bool] = True

    units: Mapping[str, Unit] = field(default_factory=dict)

    def owns(self, path: str) -> bool:
        """Leave out included files, but for those that are the text of a training unit."""
        if not Site.owns(self, path):
            return False
        return path in self.units or _INCLUDED.isdisjoint(PurePosixPath(path).parts)

    def page_path(self, path: str) -> str:
        unit = self.units.get(path)
        return Site.page_path(self, f"{unit.path}.md" if unit else path)

    def completed(self, path: str, front_matter: FrontMatter) -> FrontMatter:
        unit = self.units.get(path)
        return (
            FrontMatter({**unit.values, **front_matter.values}, front_matter.error) if unit else front_matter
        )

    def page_url(self, path: str, front_matter: FrontMatter) -> str:  # noqa: ARG002 -- derived from the path
        page = self.page_path(path)
        directory = posixpath.dirname(page)
        return page if not is_index(page) else f"{directory}/" if directory else ""


def detect(files: Mapping[str, bytes]) -> LearnSite | None:
    build, toc = shallowest(files, BUILD), shallowest(files, _TOC)
    if build is None and toc is None:
        return None
    docs = posixpath.dirname(build or toc or "")
    tables = _Tables(files, docs)
    units = read_units(files)
    return LearnSite(
        root=docs,
        docs=docs,
        navigation=(*(tables.entries(toc) if toc else ()), *read_modules(files, units, docs)),
        include_directories=(docs,),
        units=units,
    )


class _Tables:
    """Follows tables of contents into those that they nest."""

    def __init__(self, files: Mapping[str, bytes], docs: str) -> None:
        self._files = files
        self._docs = docs
        self._seen: set[str] = set()

    def entries(self, path: str) -> tuple[NavigationEntry, ...]:
        if path in self._seen or path not in self._files:
            return ()
        self._seen.add(path)
        try:
            loaded = load_yaml(self._files[path].decode("utf-8-sig"))
        except (yaml.YAMLError, ValueError, RecursionError):
            return ()
        items = loaded.get("items") if isinstance(loaded, dict) else loaded
        return self._items(items, posixpath.dirname(path), 0)

    def _items(self, items: Any, directory: str, depth: int) -> tuple[NavigationEntry, ...]:
        if not isinstance(items, list) or depth > _DEEPEST:
            return ()
        found = (self._item(item, directory, depth) for item in items if isinstance(item, dict))
        return tuple(entry for entry in found if entry is not None)

    def _item(self, item: dict[str, Any], directory: str, depth: int) -> NavigationEntry | None:
        title = str(item.get("name") or item.get("displayName") or "")
        children = self._items(item.get("items"), directory, depth + 1)
        href = str(item.get("href") or item.get("topicHref") or "")
        target = posixpath.normpath(posixpath.join(directory, re.sub(r"[?#].*$", "", href)))
        if _TOC.fullmatch(posixpath.basename(target)):
            return NavigationEntry(title, None, (*self.entries(target), *children))
        path = self._page(href, target)
        return NavigationEntry(title, path, children) if path or children else None

    def _page(self, href: str, target: str) -> str | None:
        if not href or "://" in href or not re.search(r"\.md(?:$|[?#])", href):
            return None
        return without_suffix(target.removeprefix(f"{self._docs}/") if self._docs else target)
