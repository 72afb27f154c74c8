"""Directives that order pages or set what names are relative to."""

from __future__ import annotations

import re

from docutils import nodes
from docutils.statemachine import string2lines

from cogi.ingest.parsers.rst.directives.base import TolerantDirective
from cogi.ingest.parsers.rst.directives.code import literal_block
from cogi.ingest.parsers.rst.directives.excerpts import excerpt
from cogi.ingest.parsers.rst.elements import Contents
from cogi.ingest.parsers.rst.patterns import matches

_TITLED = re.compile(r"^.+?\s*(?<!\x00)<([^<]*?)>$", re.DOTALL)
_EXTERNAL = re.compile(r"^\w+://|^mailto:")
_GLOB = re.compile(r".*?[*?\[].*")
_NOT_HTML = re.compile(r"^(not\s+html|latex|man|texinfo|epub|text|pdf|latexpdf|singlehtml)$")
_MOST_INCLUSIONS, _MOST_INCLUDED_BYTES = 20, 2_000_000


class TocTree(TolerantDirective):
    """``.. toctree::``: the pages below this one, in order, each once."""

    optional_arguments = 0

    def run(self) -> list[nodes.Node]:
        node = Contents()
        paths = [path for entry in self.content for path in self._paths(entry.strip())]
        node.paths = tuple(dict.fromkeys(reversed(paths) if "reversed" in self.options else paths))
        return [node]

    def _paths(self, entry: str) -> list[str]:
        titled = _TITLED.match(entry)
        reference = titled[1] if titled else entry
        if not reference or reference == "self" or _EXTERNAL.match(reference):
            return []
        if "glob" in self.options and not titled and _GLOB.match(reference):
            pattern = self.page.resolve(reference)
            return sorted(p for p in self.page.project.paths if matches(p, pattern) and p != self.page.path)
        suffix = next((s for s in self.page.project.suffixes if reference.endswith(s)), "")
        path = self.page.resolve(reference.removesuffix(suffix))
        known = self.page.project.paths
        return [path] if not known or path in known else []


class Include(TolerantDirective):
    """``.. include::`` of a file inside the tree, as part of this page; nothing for any other file."""

    def run(self) -> list[nodes.Node]:
        path = self.page.resolve(self.argument)
        text = self.page.included(self.argument)
        if text is None or self._exhausted(path, text):
            return []
        text = excerpt(text, self.options)
        if "literal" in self.options or "code" in self.options:
            return [literal_block(text, self.options.get("code") or "")]
        self.state_machine.insert_input(string2lines(text, 8, convert_whitespace=True), path)
        return []

    def _exhausted(self, path: str, text: str) -> bool:
        """Files that include themselves or one another must end somewhere."""
        self.page.inclusions[path] += 1
        self.page.inclusions["bytes"] += len(text)
        return (
            self.page.inclusions[path] > _MOST_INCLUSIONS
            or self.page.inclusions["bytes"] > _MOST_INCLUDED_BYTES
        )


class Only(TolerantDirective):
    """``.. only:: html``: content that is meant for other formats alone is left out."""

    def run(self) -> list[nodes.Node]:
        if _NOT_HTML.match(self.argument):
            return []
        node = nodes.compound()
        self.state.nested_parse(self.content, self.content_offset, node, match_titles=True)
        return node.children


class Transparent(TolerantDirective):
    """A wrapper whose content stands for itself; its argument is no text."""

    def run(self) -> list[nodes.Node]:
        return [self.parse_into(nodes.compound())]


class RoleDefinition(TolerantDirective):
    """``.. role:: python(code)``."""

    def run(self) -> list[nodes.Node]:
        name, _, base = self.argument.partition("(")
        self.page.role_bases[name.strip().lower()] = base.rstrip(") ").lower() or "inline"
        return []


class DefaultRole(TolerantDirective):
    def run(self) -> list[nodes.Node]:
        self.page.default_role = self.argument.lower()
        return []


class DefaultDomain(TolerantDirective):
    def run(self) -> list[nodes.Node]:
        self.page.domain = self.argument.lower()
        return []


class Rubric(TolerantDirective):
    """A heading outside the hierarchy: a paragraph of its own."""

    def run(self) -> list[nodes.Node]:
        return [self.name_node(self.parse_inline(self.argument))]


class Unknown(TolerantDirective):
    """A directive of some extension: what it holds is kept when it reads as text."""

    def run(self) -> list[nodes.Node]:
        if not looks_like_prose(list(self.content)):
            return []
        return [self.parse_into(nodes.compound())]


_CODE_MARKS = re.compile(r"[{};=]|->|=>|^\s*[<\[(]|[)\]}>,]$")


def looks_like_prose(lines: list[str]) -> bool:
    """Tell whether ``lines`` are more probably text than the input of a program."""
    filled = [line for line in lines if line.strip()]
    odd = sum(1 for line in filled if _CODE_MARKS.search(line) and "`" not in line)
    return bool(filled) and any(" " in line.strip() for line in filled) and odd * 3 <= len(filled)
