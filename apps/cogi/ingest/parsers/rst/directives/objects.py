"""Object descriptions: signatures, the ids that Sphinx gives them, and the names that find them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docutils import nodes

from cogi.ingest.parsers.rst.directives.base import TolerantDirective
from cogi.ingest.parsers.rst.elements import Alias, Described, Description

_CONTINUED = re.compile(r"\\\n")
_ESCAPED = re.compile(r"\\(.)")


class ObjectDescription(TolerantDirective):
    """Base of the descriptions; a subclass says what one signature describes."""

    language = ""
    _terms: set[tuple[str, str]]

    @property
    def objtype(self) -> str:
        return self.name.lower().rpartition(":")[2]

    def signatures(self) -> list[str]:
        lines = _CONTINUED.sub("", self.argument).split("\n")
        return [" ".join(_ESCAPED.sub(r"\1", line).split()) for line in lines if line.strip()]

    def describe(self, signature: str, node: Description) -> Described:
        """Return what ``signature`` describes; without anchors it is shown but cannot be linked to."""
        del node
        return Described(signature, signature, (), ())

    def enter(self) -> None:
        """Set what names in the content are relative to."""

    def leave(self) -> None:
        """Undo ``enter``."""

    def preface(self) -> list[nodes.Node]:
        """Return what is shown before the content."""
        return []

    def anchors(self, node: Description, prefix: str, term: str) -> tuple[str, ...]:
        """Return the id of ``term``; none where the author wants none or an earlier signature has it."""
        if is_unindexed(self) or (prefix, term) in self._terms:
            return ()
        self._terms.add((prefix, term))
        return (self.page.new_id(self.document, node, prefix, term),)

    def run(self) -> list[nodes.Node]:
        node = Description()
        node.language = self.language
        self._terms = set()
        node.described = tuple(self.describe(signature, node) for signature in self.signatures())
        self.enter()
        try:
            node.extend([*self.preface(), *self.parse_with_titles()])
        finally:
            self.leave()
        return [node]


def is_unindexed(directive: TolerantDirective) -> bool:
    return bool({"no-index", "noindex"} & directive.options.keys())


class NamedObject(ObjectDescription):
    """An object named by its whole signature: ``envvar``, ``confval`` and a project's own types."""

    def describe(self, signature: str, node: Description) -> Described:
        name = signature
        if self.page.project.object_types.get(self.objtype):
            # A function of the project takes such signatures apart; the name comes first by convention.
            name = signature.split(maxsplit=1)[0].partition("(")[0]
        anchors = self.anchors(node, self.objtype, name)
        return Described(signature, signature, anchors, (f"{self.objtype}:{name}",), (name,))

    def preface(self) -> list[nodes.Node]:
        """Return the options of a ``confval`` that readers see."""
        stated = [(name, self.options[name]) for name in ("type", "default") if self.options.get(name)]
        items = [nodes.list_item("", self.parse_inline(f"{n.capitalize()}: {text}")) for n, text in stated]
        return [nodes.bullet_list("", *items)] if items else []


class DjangoAdmin(NamedObject):
    """``.. django-admin:: migrate [app_label]``: also the program of the options that follow."""

    def describe(self, signature: str, node: Description) -> Described:
        command = signature.split(" ", maxsplit=1)[0]
        self.page.program = command
        title = f"django-admin {signature}"
        anchors = self.anchors(node, self.objtype, command)
        return Described(title, title, anchors, (f"{self.objtype}:{command}",), (command,))


class CrossrefTarget(TolerantDirective):
    """A project's own target (``.. setting:: DEBUG``): another name of what follows or encloses it."""

    def run(self) -> list[nodes.Node]:
        if is_unindexed(self):
            return []
        kind = self.name.lower()
        name = " ".join(self.argument.split())
        return [alias(self, f"std:{kind}", name, f"{kind}:{name}")]


def alias(directive: TolerantDirective, prefix: str, name: str, target: str) -> Alias:
    node = Alias()
    node.name = name
    node.anchors = (directive.page.new_id(directive.document, node, prefix, name),)
    node.targets = (target,)
    return node


_OPTION = re.compile(r"((?:/|--|-|\+)?[^\s=]+)(=?\s*.*)")


class ProgramOption(ObjectDescription):
    """``.. option:: -n, --name NAME`` of the program in force."""

    def describe(self, signature: str, node: Description) -> Described:
        names = _option_names(signature)
        program = self.page.program
        anchors = [a for name in names for a in self.anchors(node, _option_prefix(name, program), name)]
        targets = [f"option:{program} {name}" if program else f"option:{name}" for name in names]
        return Described(signature, signature, tuple(anchors), tuple(targets), tuple(names))


def _option_names(signature: str) -> list[str]:
    found = [_OPTION.match(part.strip()) for part in signature.split(", ")]
    pairs = [(match[1], match[2]) for match in found if match]
    return [name[:-1] if name.endswith("[") and rest.endswith("]") else name for name, rest in pairs]


def _option_prefix(name: str, program: str) -> str:
    argument = "" if name.startswith(("-", "/")) else "arg"
    return "-".join(part for part in ("cmdoption", program, argument) if part)


class Program(TolerantDirective):
    """``.. program:: git`` names the program whose options follow."""

    def run(self) -> list[nodes.Node]:
        program = "-".join(self.argument.split())
        self.page.program = "" if program == "None" else program
        return []


class Glossary(TolerantDirective):
    """``.. glossary::``: each entry is a described object, its definition the content."""

    def run(self) -> list[nodes.Node]:
        return [self._entry(terms, start, end) for terms, start, end in _entries(list(self.content))]

    def _entry(self, terms: Sequence[str], start: int, end: int) -> Description:
        node = Description()
        node.described = tuple(self._term(term, node) for term in terms)
        definition = self.content[start:end]
        definition.trim_left(min((len(x) - len(x.lstrip()) for x in definition if x.strip()), default=0))
        self.state.nested_parse(definition, self.content_offset + start, node)
        return node

    def _term(self, line: str, node: Description) -> Described:
        term = self.parse_inline(re.split(" +: +", line)[0]).astext()
        anchor = self.page.new_id(self.document, node, "term", term)
        return Described(term, term, (anchor,), (f"term:{term.lower()}",), (term,))


def _entries(lines: list[str]) -> list[tuple[list[str], int, int]]:
    """Return the terms of each entry and the range of lines of its definition."""
    entries: list[tuple[list[str], int, int]] = []
    for at, line in enumerate(lines):
        if not line or line[0].isspace():
            if entries:
                entries[-1] = (entries[-1][0], entries[-1][1], at + 1)
        elif line.startswith(".. "):
            continue
        elif entries and entries[-1][2] == at and entries[-1][1] == at:
            entries[-1] = ([*entries[-1][0], line], at + 1, at + 1)
        else:
            entries.append(([line], at + 1, at + 1))
    return entries
