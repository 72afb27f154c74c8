"""What a container says when it states no title, and how classified its content is."""

from __future__ import annotations

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.parsers.levels import level_named, level_stated
from cogi.ingest.parsers.markdown.containers import ContainerTag

_SILENT = frozenset({"row", "column", "zone", "moniker", "tab-set", "grid", "code", "div", "html", "caption"})


def default_title(tag: ContainerTag) -> str:
    if tag.title is not None:
        return ""
    if tag.name == "image":
        return tag.attributes.get("alt-text", "")
    if tag.name in _SILENT or level_named(tag.name) is not None:
        return ""
    return tag.name.replace("-", " ").capitalize()


def container_level(tag: ContainerTag) -> Classification:
    stated = tag.attributes.get("classification") or tag.attributes.get("data-classification")
    return level_stated(stated) if stated else level_named(tag.name) or LOWEST
