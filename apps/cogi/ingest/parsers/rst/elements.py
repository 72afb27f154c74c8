"""The nodes that the directives and roles of Sphinx leave in a docutils tree for the section builder."""

from __future__ import annotations

from dataclasses import dataclass

from docutils import nodes

from cogi.corpus.classification import Classification


@dataclass(frozen=True, slots=True)
class Described:
    """One signature of an object description.

    ``anchors`` are the ids that Sphinx gives it (the first is linked to), ``targets`` the names by
    which links find it, ``names`` what a heading about it would read.
    """

    title: str
    signature: str
    anchors: tuple[str, ...]
    targets: tuple[str, ...]
    names: tuple[str, ...] = ()


class Description(nodes.General, nodes.Element):
    """A described object (class, option, term); its children are what stands under the signature."""

    described: tuple[Described, ...] = ()
    language: str = ""


class Alias(nodes.General, nodes.Element):
    """A further anchor and further names of what follows or encloses it.

    One that ``leads`` (a module's) becomes the anchor of the heading that it directly follows.
    """

    anchors: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    name: str = ""
    leads: bool = False


class Contents(nodes.General, nodes.Element):
    """The pages that a toctree lists."""

    paths: tuple[str, ...] = ()


class Highlight(nodes.General, nodes.Element):
    """From here on literal blocks are in this language."""

    language: str = ""


class VersionNote(nodes.General, nodes.Element):
    """What a release added, changed or deprecated."""

    change: str = ""
    version: str = ""


class Admonition(nodes.General, nodes.Element):
    """A note, warning or the like."""

    label: str = ""


class Classified(nodes.General, nodes.Element):
    """Body elements classified at ``level``."""

    level = Classification.PUBLIC


class ClassifiedText(nodes.Inline, nodes.TextElement):
    """Characters classified at ``level``; ids, titles and metadata, made with ``astext``, go without them."""

    level = Classification.PUBLIC

    def astext(self) -> str:
        return ""


class CrossReference(nodes.Inline, nodes.TextElement):
    """A reference by name, resolved when the whole tree is known."""

    candidates: tuple[str, ...] = ()
