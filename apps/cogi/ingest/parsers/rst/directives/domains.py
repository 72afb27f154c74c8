"""Sphinx's domains for C, C++, JavaScript and reStructuredText."""

from __future__ import annotations

import re

from docutils import nodes

from cogi.ingest.parsers.rst.directives.base import TolerantDirective
from cogi.ingest.parsers.rst.directives.objects import ObjectDescription, alias
from cogi.ingest.parsers.rst.elements import Described, Description

_C_NAME = re.compile(r"([A-Za-z_][\w.]*)\s*(?:\(|\[|=|:|$)")
_OBJECTS_WITH_MEMBERS = frozenset({"class", "struct", "union", "enum", "directive"})


class ScopedObject(ObjectDescription):
    """An object whose content may describe its members, named within it (its first signature)."""

    _own_name = ""

    @property
    def scope(self) -> list[str]:
        return self.page.scopes[self.language]

    def enter(self) -> None:
        if self.objtype in _OBJECTS_WITH_MEMBERS:
            self.scope.append(self._own_name)

    def leave(self) -> None:
        if self.objtype in _OBJECTS_WITH_MEMBERS:
            self.scope.pop()

    def qualified(self, name: str) -> str:
        full = f"{self.scope[-1]}.{name}" if self.scope else name
        self._own_name = self._own_name or full
        return full


class CObject(ScopedObject):
    """A C declaration: its name is the last identifier before parameters, bounds or a value."""

    language = "c"

    def describe(self, signature: str, node: Description) -> Described:
        match = _C_NAME.search(signature)
        if match is None:
            return Described(signature, signature, (), ())
        name = self.qualified(match[1])
        anchors = self.anchors(node, "", f"c.{name}")
        return Described(name, signature, anchors, (f"c:{name}",), (name,))


class CppObject(ObjectDescription):
    """A C++ declaration. Its id is a mangled name, which takes a C++ parser to derive: it has none here."""

    language = "cpp"


class JavaScriptObject(ScopedObject):
    """A JavaScript function, class, method or datum, named within its object and module."""

    language = "javascript"

    def describe(self, signature: str, node: Description) -> Described:
        full = self.qualified(signature.partition("(")[0].strip())
        named = f"{self.page.js_module}.{full}" if self.page.js_module else full
        anchors = self.anchors(node, "", named.replace("$", "_S_"))
        targets = tuple(dict.fromkeys((f"js:{named}", f"js:{full}")))
        return Described(full, signature, anchors, targets, (full, full.rpartition(".")[2]))


class JavaScriptModule(TolerantDirective):
    def run(self) -> list[nodes.Node]:
        self.page.js_module = "" if self.argument == "None" else self.argument
        return [alias(self, "module", self.argument, f"js:{self.argument}"), *self.parse_with_titles()]


class MarkupObject(ScopedObject):
    """``.. rst:directive:: toctree``, one of its options, or ``.. rst:role:: ref``."""

    language = "rst"

    def describe(self, signature: str, node: Description) -> Described:
        if self.objtype == "option":
            return self._option(signature, node)
        name = signature.removeprefix(".. ").partition("::")[0].strip(": ")
        self._own_name = self._own_name or name
        shown = f":{name}:"
        if self.objtype == "directive":
            shown = signature if signature.startswith("..") else f".. {name}::"
        anchors = self.anchors(node, self.objtype, name)
        return Described(name, shown, anchors, (f"rst:{self.objtype}:{name}",), (name,))

    def _option(self, signature: str, node: Description) -> Described:
        name, *value = re.split(r"\s*:\s+", signature, maxsplit=1)
        directive = self.scope[-1] if self.scope else ""
        prefix = "-".join(part for part in ("directive:option", directive) if part)
        target = ":".join(part for part in ("rst:directive", directive, name) if part)
        shown = " ".join([f":{name}:", *value])
        return Described(f":{name}:", shown, self.anchors(node, prefix, name), (target,), (name,))
