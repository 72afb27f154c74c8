"""Described symbols in Sphinx's output: definition lists whose terms are signatures with an id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.etree import _Element as Element

from cogi.ingest.parsers.html.elements import classes_of, tag_of
from cogi.ingest.parsers.html.inline import inline_of
from cogi.ingest.parsers.marks import without_classified

_DOMAINS = frozenset({"py", "c", "cpp", "js", "rst", "http", "php", "java"})
_OBJECT_TYPE_CLASSES = (
    "attribute class classmethod data decorator decoratormethod enum exception function macro member "
    "method module property staticmethod struct type union"
)
_OBJECT_TYPES = frozenset(_OBJECT_TYPE_CLASSES.split())


@dataclass(slots=True)
class SignatureGroup:
    """Signatures that share one description."""

    titles: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    bodies: list[Element] = field(default_factory=list)


def is_description(element: Element) -> bool:
    classes = set(classes_of(element))
    if not (classes & _DOMAINS or classes & _OBJECT_TYPES):
        return False
    return any(term.get("id") for term in element.iterchildren("dt"))


def signature_groups(element: Element) -> Iterator[SignatureGroup]:
    domain = next((name for name in classes_of(element) if name in _DOMAINS), "py")
    group = SignatureGroup()
    for child in element:
        if tag_of(child) == "dt":
            if group.bodies:
                yield group
                group = SignatureGroup()
            _add_signature(group, child, domain)
        elif tag_of(child) == "dd" and group.titles:
            group.bodies.append(child)
    if group.titles:
        yield group


def _add_signature(group: SignatureGroup, term: Element, domain: str) -> None:
    anchor = term.get("id") or ""
    title = " ".join(without_classified(inline_of(term).text()).replace("`", "").split()) or anchor
    if not title:
        return
    group.titles.append(title)
    group.anchors.append(anchor)
    if anchor:
        group.names.append(f"{domain}:{anchor}")
