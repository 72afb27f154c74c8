"""The table of directives. Every name has an answer: an unknown directive keeps its prose."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.parsers.rst.directives import directive as docutils_directive

from cogi.ingest.parsers.rst.directives import admonitions, code, domains, objects, python, structure
from cogi.ingest.parsers.rst.directives.base import Ignored
from cogi.ingest.parsers.rst.page import PageState


def _named(
    names: str, directive: type[Directive], prefixes: tuple[str, ...] = ("",)
) -> dict[str, type[Directive]]:
    return {f"{prefix}{name}": directive for name in names.split() for prefix in prefixes}


_PYTHON = "function class exception method classmethod staticmethod attribute property data decorator"
_AUTO = "autofunction autoclass autoexception automethod autoattribute autoproperty autodata autodecorator"
_C = "function member var macro struct union enum enumerator type"
_CPP = "function member var class struct union enum enum-class enum-struct enumerator type concept alias"
_ADMONITIONS = "attention caution danger error hint important note tip warning seealso todo"
_BOXES = "admonition topic sidebar tab tab-item card grid-item-card dropdown collapse details"
_VERSIONS = "versionadded versionchanged deprecated versionremoved version-added version-changed"
_CODE = "code code-block sourcecode console doctest testcode testsetup ipython prompt productionlist"
_IGNORED = (
    "raw index tabularcolumns sectionauthor moduleauthor codeauthor meta date title sectnum header footer "
    "graphviz digraph graph mermaid uml plantuml inheritance-diagram autosummary cssclass rst-class "
    "target-notes testcleanup testoutput namespace c:namespace cpp:namespace raw-html"
)
_TRANSPARENT = (
    "compound container centered hlist acks tabs tab-set grid ifconfig grid-item group-tab sphinx-tabs"
)
_DOCUTILS = (
    "image figure table list-table csv-table parsed-literal line-block epigraph highlights pull-quote math "
    "replace unicode contents"
)

_DIRECTIVES: dict[str, type[Directive]] = {
    **_named(_PYTHON, python.PythonObject, ("py:",)),
    **_named(_AUTO, python.AutoObject),
    **_named("decoratormethod type", python.PythonObject, ("py:",)),
    **_named("decoratormethod", python.PythonObject),
    **_named(_C, domains.CObject, ("c:",)),
    **_named(_CPP, domains.CppObject, ("cpp:",)),
    **_named("function method class data attribute", domains.JavaScriptObject, ("js:",)),
    **_named("directive directive:option role", domains.MarkupObject, ("rst:",)),
    **_named("module", python.Module, ("py:",)),
    **_named("currentmodule", python.CurrentModule, ("py:",)),
    **_named("module", domains.JavaScriptModule, ("js:",)),
    **_named("describe object", objects.ObjectDescription),
    **_named("envvar confval", objects.NamedObject),
    **_named("django-admin", objects.DjangoAdmin),
    **_named("option cmdoption django-admin-option", objects.ProgramOption),
    **_named("program", objects.Program),
    **_named("glossary", objects.Glossary),
    **_named(_ADMONITIONS, admonitions.AdmonitionDirective),
    **_named(_BOXES, admonitions.TitledAdmonition),
    **_named(_VERSIONS, admonitions.VersionDirective),
    **_named("classified", admonitions.ClassifiedDirective),
    **_named(_CODE, code.CodeBlock),
    **_named("highlight", code.HighlightDirective),
    **_named("literalinclude", code.LiteralInclude),
    **_named("toctree", structure.TocTree),
    **_named("include", structure.Include),
    **_named("only", structure.Only),
    **_named("role", structure.RoleDefinition),
    **_named("default-role", structure.DefaultRole),
    **_named("default-domain", structure.DefaultDomain),
    **_named("rubric", structure.Rubric),
    **_named(_TRANSPARENT, structure.Transparent),
    **_named(_IGNORED, Ignored),
}
_FROM_DOCUTILS = frozenset(_DOCUTILS.split())


def find_directive(name: str, page: PageState, language: Any, document: nodes.document) -> type[Directive]:
    """Return the directive called ``name`` on this page."""
    key = name.lower().removeprefix("std:")
    if key in page.project.crossref_directives:
        return objects.CrossrefTarget
    if key in page.project.object_types and key not in _DIRECTIVES:
        return objects.NamedObject
    if found := _DIRECTIVES.get(key) or _DIRECTIVES.get(f"{page.domain}:{key}"):
        return found
    if key in _FROM_DOCUTILS:
        found, _messages = docutils_directive(key, language, document)
    return found or structure.Unknown
