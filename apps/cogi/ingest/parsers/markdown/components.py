"""What the common documentation components say besides their children."""

from __future__ import annotations

import re

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.parsers.anchors import github_slug
from cogi.ingest.parsers.levels import level_stated
from cogi.ingest.parsers.markdown.jsx import Tag

_CALLOUTS = frozenset({"Note", "Tip", "Warning", "Info", "Check", "Danger", "Caution", "Important"})
_TITLES = ("title", "label", "heading", "summary", "question")
_FIELDS = frozenset({"ParamField", "ResponseField", "Param", "Property", "ApiField"})
_FIELD_NAMES = ("name", "path", "query", "body", "header", "cookie")
_LINKABLE = frozenset({"Accordion", "Step", "Tab", "Update", "Expandable"})
_SILENT = frozenset({"Icon", "Tooltip"})


def component_title(tag: Tag) -> str:
    """Return the words that the component shows before its content."""
    props = tag.props
    if tag.name in _FIELDS:
        return _field_title(props)
    if tag.name in _SILENT:
        return ""
    if tag.name == "img" or tag.name.endswith("Image"):
        return props.get("alt", "")
    title = next((props[name] for name in _TITLES if props.get(name)), "")
    if tag.name == "Update" and props.get("description"):
        title = f"{title} ({props['description']})" if title else props["description"]
    if title or tag.name not in _CALLOUTS:
        return title or _other_title(tag)
    return tag.name


def _other_title(tag: Tag) -> str:
    """A tree's file, a colour, a term: components whose name is what they say."""
    if tag.name in {"Callout", "Admonition"} and tag.props.get("type"):
        return tag.props["type"].capitalize()
    return tag.props.get("name", "") if re.match(r"[A-Z]", tag.name) else ""


def _field_title(props: dict[str, str]) -> str:
    name = next((props[key] for key in _FIELD_NAMES if props.get(key)), "")
    default = props.get("default")
    notes = [
        props.get("type", ""),
        *(word for word in ("required", "deprecated") if props.get(word) == "true"),
        f"default {default}" if default else "",
    ]
    shown = ", ".join(note for note in notes if note)
    return f"`{name}` ({shown})" if name and shown else f"`{name}`" if name else shown


def component_anchors(tag: Tag) -> list[str]:
    """Return the fragments by which links reach the component: a stated id, or one from its words."""
    if stated := tag.props.get("id"):
        return [stated]
    if tag.name in _FIELDS:
        name = next((tag.props[key] for key in _FIELD_NAMES if tag.props.get(key)), "")
        return [f"param-{re.sub(r'[^a-z0-9_]+', '-', name.lower()).strip('-')}"] if name else []
    title = tag.props.get("title") or tag.props.get("label") or ""
    return [github_slug(title)] if title and tag.name in _LINKABLE else []


def component_href(tag: Tag) -> str:
    return tag.props.get("href", "")


def component_level(tag: Tag) -> Classification:
    stated = tag.props.get("data-classification") or tag.props.get("classification")
    return level_stated(stated) if stated else LOWEST
