"""Mintlify: pages and order from ``docs.json`` or ``mint.json``, in the default language and version."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cogi.ingest.documents import NavigationEntry
from cogi.ingest.parsers.markdown.front_matter import FrontMatter
from cogi.ingest.parsers.markdown.sites import Site, is_index, shallowest, walk, without_suffix

CONFIGURATION = re.compile(r"docs\.json|mint\.json")
_ALTERNATIVES = {"languages": "language", "versions": "version"}
_BRANCHES = {
    "products": "product",
    "tabs": "tab",
    "dropdowns": "dropdown",
    "anchors": "anchor",
    "menu": "item",
    "groups": "group",
    "pages": "group",
}
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class MintlifySite(Site):
    mdx: ClassVar[bool] = True

    elsewhere: frozenset[str] = frozenset()
    languages: tuple[str, ...] = field(default=())

    def owns(self, path: str) -> bool:
        """Leave out snippets, and pages that only another language or version lists."""
        inside = self.inside(path)
        if not Site.owns(self, path) or inside is None:
            return False
        first = inside.split("/", 1)[0]
        if first in {"snippets", "_snippets", *self.languages}:
            return False
        return self.page_path(path) not in self.elsewhere

    def page_url(self, path: str, front_matter: FrontMatter) -> str:  # noqa: ARG002 -- Mintlify derives it from the path
        page = self.page_path(path)
        return posixpath.dirname(page) if is_index(page) else page


def detect(files: Mapping[str, bytes]) -> MintlifySite | None:
    path = shallowest(files, CONFIGURATION)
    config = _load(files[path]) if path else None
    if path is None or config is None or "navigation" not in config:
        return None
    root = posixpath.dirname(path)
    navigation = _Navigation(config["navigation"])
    entries = navigation.entries()
    listed = {entry.path for entry in walk(entries)}
    return MintlifySite(
        root=root,
        docs=root,
        navigation=entries,
        include_directories=(root,),
        elsewhere=frozenset(page for page in navigation.others() if page not in listed),
        languages=tuple(navigation.other_languages),
    )


def _load(data: bytes) -> dict[str, Any] | None:
    try:
        loaded = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return loaded if isinstance(loaded, dict) else None


class _Navigation:
    """Reads the branches that a reader sees first; remembers the pages of the other branches."""

    def __init__(self, source: Any) -> None:
        self._source = source
        self._others: list[Any] = []
        self.other_languages: list[str] = []

    def entries(self) -> tuple[NavigationEntry, ...]:
        return self._of(self._source, 0)

    def others(self) -> Iterator[str]:
        for branch in self._others:
            yield from (entry.path for entry in walk(self._of(branch, 0)) if entry.path)

    def _of(self, node: Any, depth: int) -> tuple[NavigationEntry, ...]:
        if depth > _DEEPEST:
            return ()
        if isinstance(node, list):
            return tuple(entry for item in node for entry in self._item(item, "group", depth + 1))
        if not isinstance(node, dict):
            return ()
        for key, label in _ALTERNATIVES.items():
            if isinstance(node.get(key), list) and node[key]:
                return self._of(self._default(node[key], label), depth + 1)
        return tuple(
            entry
            for key, label in _BRANCHES.items()
            if isinstance(node.get(key), list)
            for item in node[key]
            for entry in self._item(item, label, depth + 1)
        )

    def _default(self, branches: list[Any], label: str) -> Any:
        chosen = next((b for b in branches if isinstance(b, dict) and b.get("default") is True), branches[0])
        others = [branch for branch in branches if branch is not chosen and isinstance(branch, dict)]
        self._others.extend(branch for branch in others if branch not in self._others)
        if label == "language":
            self.other_languages.extend(_language(branch) for branch in others)
        return chosen

    def _item(self, item: Any, label: str, depth: int) -> Iterator[NavigationEntry]:
        if isinstance(item, str):
            if not re.search(r"\s|://", item):
                yield NavigationEntry("", without_suffix(item))
            return
        if not isinstance(item, dict):
            return
        title = str(item.get(label) or item.get("group") or item.get("name") or "")
        root = item.get("root")
        children = self._of(item, depth)
        if children or root:
            yield NavigationEntry(title, without_suffix(root) if isinstance(root, str) else None, children)


def _language(branch: dict[str, Any]) -> str:
    """Return a language's code, from the name of its file when it has one of its own."""
    return str(branch.get("language") or posixpath.basename(str(branch.get("$ref", ""))).partition(".")[0])
