"""Reads a Sphinx project's ``conf.py`` and extensions as syntax: literals are understood, nothing runs."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cogi.ingest.parsers.decoding import clean_text
from cogi.ingest.parsers.rst.project import SphinxProject
from cogi.ingest.parsers.rst.urls import Builder

_EXTENSION_DIRECTORIES = ("_ext", "_exts", "ext", "exts", "extensions", "_extensions", "sphinxext")
_MAKEFILES = ("Makefile", "makefile", ".readthedocs.yml", ".readthedocs.yaml")
_REGISTERS = {"add_crossref_type": True, "add_object_type": False}
_DIRHTML_MARKS = re.compile(
    r"""builder:\s*["']?dirhtml|-b\s*dirhtml|name\s*=\s*["']djangohtml["']""", re.IGNORECASE
)


def find_root(paths: list[str]) -> str | None:
    """Return the directory of the uppermost ``conf.py``, or None."""
    found = [path for path in paths if posixpath.basename(path) == "conf.py"]
    return posixpath.dirname(min(found, key=lambda path: (path.count("/"), path))) if found else None


def is_configuration(path: str, root: str) -> bool:
    """Tell whether ``path`` says how the project at ``root`` is built or what it adds to Sphinx."""
    if posixpath.basename(path) in _MAKEFILES:
        return posixpath.dirname(path) in {"", root, posixpath.dirname(root)}
    inside = posixpath.relpath(path, root or ".")
    directory = posixpath.dirname(inside)
    return inside == "conf.py" or (path.endswith(".py") and directory in _EXTENSION_DIRECTORIES)


def read_project(root: str, files: Mapping[str, bytes]) -> SphinxProject:
    """Return what the configuration ``files`` (by path) say of the project at ``root``."""
    texts = {path: clean_text(data.decode("utf-8", errors="replace")) for path, data in files.items()}
    conf = texts.get(posixpath.join(root, "conf.py"), "")
    values = _assigned_literals(conf)
    project = SphinxProject(root=root, is_sphinx=True, builder=_builder(texts))
    _apply(project, values)
    for path, text in texts.items():
        if path.endswith(".py"):
            _register_types(project, text)
    return project


def _apply(project: SphinxProject, values: Mapping[str, Any]) -> None:
    project.suffixes = _suffixes(values.get("source_suffix"))
    project.exclude_patterns = tuple(p for p in _sequence(values.get("exclude_patterns")) if p)
    project.default_role = _string(values.get("default_role"))
    project.primary_domain = _string(values.get("primary_domain", "py"))
    project.highlight_language = _string(values.get("highlight_language", "python")) or "python"
    project.prolog = _string(values.get("rst_prolog"))
    project.epilog = _string(values.get("rst_epilog"))
    project.substitutions = {name: _string(values.get(name)) for name in ("version", "release")}
    project.function_parentheses = values.get("add_function_parentheses", True) is not False
    project.extlinks = _captions(values.get("extlinks"))
    project.section_labels = "sphinx.ext.autosectionlabel" in _sequence(values.get("extensions"))
    project.section_labels_prefixed = values.get("autosectionlabel_prefix_document") is True
    depth = values.get("autosectionlabel_maxdepth")
    project.section_labels_depth = depth if isinstance(depth, int) else 99


def _builder(texts: Mapping[str, str]) -> Builder:
    return "dirhtml" if any(_DIRHTML_MARKS.search(text) for text in texts.values()) else "html"


def _parsed(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module(body=[], type_ignores=[])


def _assigned_literals(source: str) -> dict[str, Any]:
    """Return the module's top-level assignments whose values are literals, the last one of each name."""
    values: dict[str, Any] = {}
    for statement in _parsed(source).body:
        for name, value in _assignments(statement):
            try:
                values[name] = ast.literal_eval(value)
            except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                continue
    return values


def _assignments(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                yield target.id, statement.value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
        yield statement.target.id, statement.value


def _suffixes(value: Any) -> frozenset[str]:
    if isinstance(value, Mapping):
        return frozenset(str(k) for k, v in value.items() if v in {None, "restructuredtext"})
    stated = [value] if isinstance(value, str) else _sequence(value)
    return frozenset(s for s in stated if s not in {".md", ".ipynb"}) or frozenset({".rst"})


def _captions(value: Any) -> dict[str, str]:
    """Return the link text of each role in ``extlinks``, ``%s`` standing for the role's content."""
    if not isinstance(value, Mapping):
        return {}
    pairs = {str(name): pair for name, pair in value.items() if isinstance(pair, (tuple, list)) and pair}
    return {
        name: _string(pair[1] if len(pair) > 1 else "") or _string(pair[0]) for name, pair in pairs.items()
    }


def _register_types(project: SphinxProject, source: str) -> None:
    """Note the cross-reference types that calls such as ``app.add_object_type(...)`` register."""
    if "add_crossref_type" not in source and "add_object_type" not in source:
        return
    for call in ast.walk(_parsed(source)):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in _REGISTERS
        ):
            _register(project, call, is_target=_REGISTERS[call.func.attr])


def _register(project: SphinxProject, call: ast.Call, *, is_target: bool) -> None:
    given = dict(zip(("directivename", "rolename", "indextemplate", "parse_node"), call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    names = [given.get("directivename"), given.get("rolename")]
    directive, role = (n.value if isinstance(n, ast.Constant) else None for n in names)
    if not isinstance(directive, str) or not isinstance(role, str):
        return
    project.crossrefs[role] = directive
    if is_target:
        project.crossref_directives |= {directive}
    else:
        project.object_types[directive] = "parse_node" in given


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _sequence(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, (list, tuple, set)) else []
