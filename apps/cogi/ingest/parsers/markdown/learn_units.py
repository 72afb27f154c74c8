"""Training modules of Microsoft Learn: a unit's YAML names the Markdown file that is its text."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from cogi.ingest.documents import NavigationEntry
from cogi.ingest.parsers.markdown.front_matter import load_yaml

FILES = re.compile(r".+\.ya?ml", re.IGNORECASE)
_KIND = re.compile(rb"\A(?:\xef\xbb\xbf)?### YamlMime:(Module|ModuleUnit)\s*$", re.MULTILINE)
_INCLUDE = re.compile(r"\[!include\s*\[[^\]]*\]\s*\(([^)]+)\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit's page: ``path`` is its YAML file's without suffix, ``values`` what that says of it."""

    path: str
    values: dict[str, Any]


def read_units(files: Mapping[str, bytes]) -> dict[str, Unit]:
    """Return the units by the path of the Markdown file that holds their text."""
    units: dict[str, Unit] = {}
    for path, source in _documents(files, b"ModuleUnit"):
        include = _INCLUDE.search(str(source.get("content", "")))
        if include:
            text = posixpath.normpath(posixpath.join(posixpath.dirname(path), include[1].strip()))
            units[text] = Unit(path.rpartition(".")[0], _values(source))
    return units


def read_modules(
    files: Mapping[str, bytes], units: Mapping[str, Unit], docs: str
) -> tuple[NavigationEntry, ...]:
    """Return the modules as groups, with their units in the order that each states."""
    by_uid = {str(unit.values.get("uid")): unit for unit in units.values()}
    modules: list[NavigationEntry] = []
    for _, source in _documents(files, b"Module"):
        listed = source.get("units")
        members = [by_uid[uid] for uid in listed if uid in by_uid] if isinstance(listed, list) else []
        children = tuple(_entry(unit, docs) for unit in members)
        if children:
            before = str(source.get("prerequisites") or "")
            modules.append(NavigationEntry(str(source.get("title") or ""), None, children, before))
    return tuple(modules)


def _entry(unit: Unit, docs: str) -> NavigationEntry:
    path = unit.path.removeprefix(f"{docs}/") if docs else unit.path
    return NavigationEntry(str(unit.values.get("title") or ""), path)


def _documents(files: Mapping[str, bytes], kind: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(files):
        match = _KIND.match(files[path])
        if match and match[1] == kind:
            try:
                source = load_yaml(files[path])
            except (yaml.YAMLError, ValueError, RecursionError):
                continue
            if isinstance(source, dict):
                yield path, source


def _values(source: Mapping[str, Any]) -> dict[str, Any]:
    metadata = source.get("metadata")
    stated = dict(metadata) if isinstance(metadata, dict) else {}
    own = {
        name: source[name]
        for name in ("uid", "title", "classification", "durationInMinutes")
        if name in source
    }
    return {**stated, **own}
