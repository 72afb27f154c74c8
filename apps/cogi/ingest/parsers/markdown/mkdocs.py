"""MkDocs: docs directory, navigation, addresses and slugs from ``mkdocs.yml``, whose tags run nothing."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from cogi.ingest.documents import NavigationEntry
from cogi.ingest.parsers.anchors import SlugStyle
from cogi.ingest.parsers.markdown.front_matter import FrontMatter, load_yaml
from cogi.ingest.parsers.markdown.sites import Site, is_index, shallowest, without_suffix

CONFIGURATION = re.compile(r"mkdocs[\w.-]*\.ya?ml")
_MAIN = re.compile(r"mkdocs\.ya?ml")
_PAGE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_MOST_PARENTS = 5


class _TolerantLoader(yaml.SafeLoader):
    """A safe loader to which ``!!python/name:…``, ``!ENV`` and other tags are plain values."""


def _plain_value(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {"tag": suffix, **loader.construct_mapping(node)}
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node)
    return suffix or node.value


_TolerantLoader.add_multi_constructor("tag:yaml.org,2002:python/", _plain_value)
_TolerantLoader.add_multi_constructor("!", _plain_value)


@dataclass(frozen=True, slots=True)
class MkDocsSite(Site):
    directory_urls: bool = True
    unicode_slugs: bool = False

    def slug_style(self) -> SlugStyle:
        return "pymdownx" if self.unicode_slugs else "python-markdown"

    def page_url(self, path: str, front_matter: FrontMatter) -> str:  # noqa: ARG002 -- MkDocs derives it from the path
        page = self.page_path(path)
        if is_index(page):
            directory = posixpath.dirname(page)
            return f"{directory}/" if directory and self.directory_urls else f"{page_index(directory)}"
        return f"{page}/" if self.directory_urls else f"{page}.html"

    def url_directory(self, url: str) -> str:
        return url.rstrip("/") if self.directory_urls else posixpath.dirname(url)


def page_index(directory: str) -> str:
    return f"{directory}/index.html" if directory else ""


def detect(files: Mapping[str, bytes]) -> MkDocsSite | None:
    path = shallowest(files, _MAIN)
    if path is None:
        return None
    root = posixpath.dirname(path)
    config = _configuration(files, path)
    docs = posixpath.normpath(posixpath.join(root, str(config.get("docs_dir") or "docs")))
    return MkDocsSite(
        root=root,
        docs="" if docs == "." else docs,
        url=str(config.get("site_url") or ""),
        navigation=_entries(config.get("nav"), indexes=_has_indexes(config)),
        include_directories=_include_directories(config, root),
        directory_urls=config.get("use_directory_urls", True) is not False,
        unicode_slugs=_has_unicode_slugs(config),
    )


def _configuration(files: Mapping[str, bytes], path: str) -> dict[str, Any]:
    """Read ``path`` over the file that it ``INHERIT``s from; what cannot be read is empty."""
    merged: dict[str, Any] = {}
    for _ in range(_MOST_PARENTS):
        config = _load(files.get(path, b""))
        merged = _merge(config, merged)
        if "INHERIT" not in config:
            break
        path = posixpath.normpath(posixpath.join(posixpath.dirname(path), str(config["INHERIT"])))
    return merged


def _load(data: bytes) -> dict[str, Any]:
    try:
        loaded = load_yaml(data, _TolerantLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return loaded if isinstance(loaded, dict) else {}


def _merge(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    merged = dict(parent)
    for name, value in child.items():
        mine = merged.get(name)
        both = isinstance(mine, dict) and isinstance(value, dict)
        merged[name] = _merge(mine, value) if both and isinstance(mine, dict) else value
    return merged


# --- navigation --------------------------------------------------------------------------------


def _entries(nav: Any, *, indexes: bool) -> tuple[NavigationEntry, ...]:
    if not isinstance(nav, list):
        return ()
    found = (_entry("", item, indexes=indexes) for item in nav)
    return tuple(entry for entry in found if entry is not None)


def _entry(title: str, item: Any, *, indexes: bool) -> NavigationEntry | None:
    if isinstance(item, dict) and len(item) == 1:
        [(name, value)] = item.items()
        return _entry(str(name or ""), value, indexes=indexes)
    if isinstance(item, str):
        return NavigationEntry(title, without_suffix(item)) if _is_page(item) else None
    children = _entries(item, indexes=indexes)
    if children and children[0].path and is_index(children[0].path) and (indexes or not title):
        return NavigationEntry(title or children[0].title, children[0].path, children[1:])
    return NavigationEntry(title, None, children) if children else None


def _is_page(item: str) -> bool:
    return bool(_PAGE.search(item)) and "://" not in item


def _has_indexes(config: Mapping[str, Any]) -> bool:
    theme = config.get("theme")
    features = theme.get("features") if isinstance(theme, dict) else None
    return isinstance(features, list) and "navigation.indexes" in features


# --- extensions --------------------------------------------------------------------------------


def _extension(config: Mapping[str, Any], name: str) -> Any:
    extensions = config.get("markdown_extensions") or []
    if isinstance(extensions, dict):
        return extensions.get(name)
    return next((item[name] for item in extensions if isinstance(item, dict) and name in item), None)


def _has_unicode_slugs(config: Mapping[str, Any]) -> bool:
    return "pymdownx.slugs" in str(_extension(config, "toc") or {})


def _include_directories(config: Mapping[str, Any], root: str) -> tuple[str, ...]:
    """Return where snippets are looked up: MkDocs runs beside its configuration file."""
    snippets = _extension(config, "pymdownx.snippets")
    bases = snippets.get("base_path") if isinstance(snippets, dict) else None
    named = bases if isinstance(bases, list) else [bases] if bases else []
    stated = [posixpath.join(root, str(base)) for base in named]
    return (root, *stated)
