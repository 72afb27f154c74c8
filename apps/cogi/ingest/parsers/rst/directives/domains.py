"""Sphinx's domains for C, C++, JavaScript and reStructuredText."""

from __future__ import annotations

import re

from docutils import nodes

from cogi.ingest.parsers.rst.directives.base import TolerantDirective
from cogi.ingest.parsers.rst.directives.objects import ObjectDescription, alias
from cogi.ingest.parsers.rst.elements import Described, Description

_C_NAME = re.compile(r"([A-Za-z_][\w.]*)\s*(?:\(|\[|=|:|$)")
_OBJECTS_WITH_MEMBERS = frozenset({"class", "struct", "union", "enum", "namespace"})


class CObject(ObjectDescription):
    """A C declaration: its name is the last identifier before parameters, bounds or a value."""

    language = "c"

    def describe(self, signature: str, node: Description) -> Described:
        match = _C_NAME.search(signature)
        if match is None:
            return Described(signature, signature, (), ())
        anchors = self.anchors(node, "", f"c.{match[1]}")
        return Described(match[1], signature, anchors, (f"c:{match[1]}",), (match[1],))


class CppObject(ObjectDescription):
    """A C++ declaration. Its id is a mangled name that only a compiler front end derives: it has none here."""

    language = "cpp"


class JavaScriptObject(ObjectDescription):
    """A JavaScript function, class, method or datum, named within its object and module."""

    language = "javascript"
    _full = ""

    def describe(self, signature: str, node: Description) -> Described:
        member = signature.partition("(")[0].strip()
        outer = self.page.js_objects[-1] if self.page.js_objects else ""
        full = f"{outer}.{member}" if outer else member
        self._full = full
        named = f"{self.page.js_module}.{full}" if self.page.js_module else full
        anchors = self.anchors(node, "", named.replace("$", "_S_"))
        targets = tuple(dict.fromkeys((f"js:{named}", f"js:{full}")))
        return Described(full, signature, anchors, targets, (full, full.rpartition(".")[2]))

    def enter(self) -> None:
        if self.objtype in _OBJECTS_WITH_MEMBERS:
            self.page.js_objects.append(self._full)

    def leave(self) -> None:
        if self.objtype in _OBJECTS_WITH_MEMBERS:
            self.page.js_objects.pop()


class JavaScriptModule(TolerantDirective):
    def run(self) -> list[nodes.Node]:
        self.page.js_module = "" if self.argument == "None" else self.argument
        return [alias(self, "module", self.argument, f"js:{self.argument}"), *self.parse_with_titles()]


class MarkupObject(ObjectDescription):
    """``.. rst:directive:: toctree`` and ``.. rst:role:: ref``."""

    language = "rst"

    def describe(self, signature: str, node: Description) -> Described:
        name = signature.removeprefix(".. ").partition("::")[0].strip(": ")
        shown = f".. {name}::" if self.objtype == "directive" else f":{name}:"
        anchors = self.anchors(node, self.objtype, name)
        return Described(name, shown, anchors, (f"rst:{self.objtype}:{name}",), (name,))
