"""Sphinx's Python domain: modules, classes and their members."""

from __future__ import annotations

import re

from docutils import nodes

from cogi.ingest.parsers.rst.directives.base import TolerantDirective
from cogi.ingest.parsers.rst.directives.objects import ObjectDescription, alias, is_unindexed
from cogi.ingest.parsers.rst.elements import Described, Description
from cogi.ingest.parsers.rst.names import short_name

_SIGNATURE = re.compile(
    r"""^ ([\w.]*\.)?            # the classes around it
          (\w+) \s*              # its name
          (?: \[\s*(.*?)\s*])?   # type parameters
          (?: \(\s*(.*)\s*\) (?:\s* -> \s* (.*))? )? $""",
    re.VERBOSE,
)
_CALLABLES = frozenset({"function", "method", "classmethod", "staticmethod", "decorator", "decoratormethod"})
_CLASSES = frozenset({"class", "exception"})
_SHOWN_PREFIXES = {
    "class": "class ",
    "exception": "exception ",
    "classmethod": "classmethod ",
    "staticmethod": "static ",
}
_SHOWN_PREFIXES |= {"decorator": "@", "decoratormethod": "@", "property": "property "}


class PythonObject(ObjectDescription):
    """A function, class, method, attribute and so on, named within its class and module."""

    language = "python"
    _described: tuple[str, str] | None = None
    _outer_module: str | None = None

    def describe(self, signature: str, node: Description) -> Described:
        match = _SIGNATURE.match(signature)
        if match is None:
            return Described(signature, signature, (), ())
        full = self._full_name(match[1] or "", match[2])
        self._described = full, match[1] or ""
        module = self.options.get("module", self.page.module)
        dotted = f"{module}.{full}" if module else full
        title = short_name(dotted) or full
        parentheses = "()" if self.objtype in _CALLABLES else ""
        shown = f"{_SHOWN_PREFIXES.get(self.objtype, '')}{signature}{self._annotation()}"
        targets = tuple(f"py:{name}" for name in dict.fromkeys((dotted, title, full)))
        anchors = self.anchors(node, "", dotted)
        return Described(f"{title}{parentheses}", shown, anchors, targets, (dotted, title, full, match[2]))

    def _full_name(self, prefix: str, name: str) -> str:
        outer = self.page.class_name
        if not outer or prefix == outer or prefix.startswith(f"{outer}."):
            return prefix + name
        return f"{outer}.{prefix}{name}"

    def _annotation(self) -> str:
        kind, value = self.options.get("type"), self.options.get("value")
        return (f": {kind}" if kind else "") + (f" = {value}" if value else "")

    def enter(self) -> None:
        if self._described is not None:
            full, prefix = self._described
            nested = full if self.objtype in _CLASSES else prefix.strip(".")
            self.page.class_name = nested or self.page.class_name
            if self.objtype in _CLASSES:
                self.page.classes.append(full)
        if "module" in self.options:
            self._outer_module, self.page.module = self.page.module, self.options["module"]

    def leave(self) -> None:
        if self.objtype in _CLASSES and self._described is not None:
            self.page.classes.pop()
        self.page.class_name = self.page.classes[-1] if self.page.classes else ""
        if self._outer_module is not None:
            self.page.module = self._outer_module


class AutoObject(PythonObject):
    """``.. autoclass:: app.Sphinx``: the docstring is in code that is not read, the place is known."""

    @property
    def objtype(self) -> str:
        return super().objtype.removeprefix("auto")

    def describe(self, signature: str, node: Description) -> Described:
        name = signature.replace("::", ".").partition("(")[0]
        module = self.page.module
        if module and (name.startswith(f"{module}.") or (not name[:1].isupper() and name.count(".") > 1)):
            self.options.setdefault("module", "")
        return super().describe(signature.replace("::", "."), node)


class Module(TolerantDirective):
    """``.. module:: django.db``: the module of what follows, and a name of this place."""

    def run(self) -> list[nodes.Node]:
        name = self.argument
        self.page.module = name
        content = self.parse_with_titles()
        if is_unindexed(self):
            return content
        place = alias(self, "module", name, f"py:{name}")
        place.leads = True
        return [place, *content]


class CurrentModule(TolerantDirective):
    """``.. currentmodule:: django.db``."""

    def run(self) -> list[nodes.Node]:
        self.page.module = "" if self.argument == "None" else self.argument
        return []
