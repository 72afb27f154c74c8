"""Notes, warnings and what releases changed."""

from __future__ import annotations

from docutils import nodes

from cogi.ingest.parsers.levels import level_stated
from cogi.ingest.parsers.rst.directives.base import TolerantDirective
from cogi.ingest.parsers.rst.elements import Admonition, Classified, VersionNote

_LABELS = {"seealso": "See also", "versionadded": "", "admonition": ""}


class AdmonitionDirective(TolerantDirective):
    """``.. note::`` and its kin; text on the directive's own line is content."""

    optional_arguments = 0

    def run(self) -> list[nodes.Node]:
        node = Admonition()
        node.label = _LABELS.get(self.name.lower(), self.name.capitalize())
        self.name_node(node)
        return [self.parse_into(node)]


class TitledAdmonition(TolerantDirective):
    """``.. admonition:: Title`` and other boxes that carry their title as argument."""

    def run(self) -> list[nodes.Node]:
        node = Admonition()
        node.label = self.argument
        self.name_node(node)
        return [self.parse_into(node)]


class VersionDirective(TolerantDirective):
    """``.. versionadded:: 5.1``, optionally with text on the same line."""

    def run(self) -> list[nodes.Node]:
        node = VersionNote()
        node.change = self.name.lower().rpartition(":")[2]
        node.version, *text = self.argument.split(maxsplit=1) or [""]
        if text:
            node += self.parse_inline(text[0])
        return [self.parse_into(node)]


class ClassifiedDirective(TolerantDirective):
    """``.. classified:: restricted``: its content is at that level; an unknown word means restricted."""

    def run(self) -> list[nodes.Node]:
        node = Classified()
        node.level = level_stated(self.argument)
        return [self.parse_into(node)]
