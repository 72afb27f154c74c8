"""Cross-references: the names that a role's target may stand for, likeliest first, and how it reads."""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable, Iterable

from docutils import nodes

from cogi.ingest.parsers.rst.elements import CrossReference
from cogi.ingest.parsers.rst.names import short_name
from cogi.ingest.parsers.rst.page import PageState
from cogi.ingest.parsers.rst.titles import normalized_label

_TITLE_AND_TARGET = re.compile(r"^(.+?)\s*(?<!\x00)<([^<]*?)>$", re.DOTALL)
_PYTHON_ROLES = "class func meth attr mod exc data obj const type deco prop"
_CALLABLE_ROLES = frozenset({"func", "meth"})


def split_title(text: str) -> tuple[str, str]:
    """Return title and target of ``title <target>``; of a bare target, the target twice."""
    if match := _TITLE_AND_TARGET.match(text):
        return nodes.unescape(match[1]), _collapsed(nodes.unescape(match[2]))
    bare = _collapsed(nodes.unescape(text))
    return bare, bare


def _collapsed(text: str) -> str:
    return " ".join(text.split())


def reference(candidates: Iterable[str], words: str, *, literal: bool) -> list[nodes.Node]:
    node = CrossReference("", "")
    node.candidates = tuple(dict.fromkeys(candidates))
    node += nodes.literal(words, words) if literal else nodes.Text(words)
    return [node]


def unlinked(found: list[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes as plain words, as the author's ``!`` before the target asks."""
    return [child for node in found for child in node.children]


def generic_reference(namespace: str, text: str, _page: PageState) -> list[nodes.Node]:
    """Return a reference to ``namespace:target``, set in code type as Sphinx sets it."""
    title, target = split_title(text)
    return reference((f"{namespace}:{target}",), title, literal=True)


def _python_role(kind: str) -> Callable[[str, PageState], list[nodes.Node]]:
    def role(text: str, page: PageState) -> list[nodes.Node]:
        _, target = split_title(text)
        return reference(
            _python_candidates(kind, target, page), _python_words(kind, text, page), literal=True
        )

    return role


def _python_words(kind: str, text: str, page: PageState) -> str:
    title, target = split_title(text)
    if title != target:
        return title
    words = title.lstrip(".")
    if words.startswith("~"):
        words = words[1:].rpartition(".")[2]
    if kind in _CALLABLE_ROLES and page.project.function_parentheses:
        words = f"{words.removesuffix('()')}()"
    return f"@{words}" if kind == "deco" else words


def _python_candidates(kind: str, target: str, page: PageState) -> list[str]:
    """Return the full names that ``target`` may stand for here, then its short one."""
    relative = target.lstrip("~").startswith(".")
    name = target.lstrip("~").lstrip(".").removesuffix("()")
    if kind == "mod":
        return [f"py:{name}"]
    package = name.partition(".")[0]
    if "." in name and not relative and not package[:1].isupper():
        names = [name, f"{page.module}.{name}" if page.module else ""]
    else:
        names = [*_scoped(name, page), name]
    # What the standard library has is not documented here, whatever is called the same.
    short = "" if package in sys.stdlib_module_names and package != name else short_name(name)
    return [f"py:{each}" for each in (*names, short) if each]


def _scoped(name: str, page: PageState) -> list[str]:
    scopes = [(page.module, page.class_name), (page.module,), (page.class_name,)]
    return [".".join((*scope, name)) for scope in scopes if all(scope)]


def _ref(text: str, page: PageState) -> list[nodes.Node]:
    title, target = split_title(text)
    label = normalized_label(target)
    known = page.project.label_titles.get(label)
    words = title if title != target else known or _spoken(label)
    return reference((f"label:{label}",), words, literal=False)


def _spoken(label: str) -> str:
    """Return the words of a label whose title is unknown."""
    return re.sub(r"[-_]+", " ", label.rpartition(":")[2]) if " " not in label else label


def _doc(text: str, page: PageState) -> list[nodes.Node]:
    title, target = split_title(text)
    path = page.resolve(target)
    words = title if title != target else page.project.titles.get(path) or _spoken(posixpath.basename(path))
    return reference((f"page:{path}",), words, literal=False)


def _term(text: str, _page: PageState) -> list[nodes.Node]:
    title, target = split_title(text)
    return reference((f"term:{target.lower()}",), title, literal=False)


def _option(text: str, page: PageState) -> list[nodes.Node]:
    title, target = split_title(text)
    return reference(_option_candidates(target, page.program), title, literal=True)


def _option_candidates(target: str, program: str) -> list[str]:
    """Return the options that ``target`` may mean: of the program in force, or of the one it names."""
    words = [word for word in re.split(r"\[?=|\s+", target) if word]
    names = [f"option:{program} {target}", f"option:{program} {words[0]}"] if program and words else []
    names += [f"option:{'-'.join(words[:count])} {words[count]}" for count in range(1, len(words))]
    return [*names, *(f"option:{word}" for word in words[:1])]


def _any(text: str, page: PageState) -> list[nodes.Node]:
    title, target = split_title(text)
    names = [f"label:{normalized_label(target)}", f"page:{page.resolve(target)}", f"term:{target.lower()}"]
    names += [f"{namespace}:{target}" for namespace in page.project.crossrefs.values()]
    return reference([*names, *_python_candidates("obj", target, page)], title, literal=True)


def _domain_role(domain: str) -> Callable[[str, PageState], list[nodes.Node]]:
    def role(text: str, page: PageState) -> list[nodes.Node]:
        title, target = split_title(text)
        name = target.lstrip("~.").removesuffix("()")
        words = title.lstrip("~.") if title == target else title
        module = [f"{domain}:{page.js_module}.{name}"] if domain == "js" and page.js_module else []
        return reference((*module, f"{domain}:{name}"), words, literal=True)

    return role


def _namespaced(namespace: str) -> Callable[[str, PageState], list[nodes.Node]]:
    return lambda text, page: generic_reference(namespace, text, page)


_C_ROLES = "func member data macro struct union enum enumerator type var texpr"
_CPP_ROLES = "any class struct func member var type concept enum enumerator"
_JS_ROLES = "func meth class data attr mod"

REFERENCE_ROLES: dict[str, Callable[[str, PageState], list[nodes.Node]]] = {
    **{role: _python_role(role) for role in _PYTHON_ROLES.split()},
    **{f"py:{role}": _python_role(role) for role in _PYTHON_ROLES.split()},
    **{f"c:{role}": _domain_role("c") for role in _C_ROLES.split()},
    **{f"cpp:{role}": _domain_role("cpp") for role in _CPP_ROLES.split()},
    **{f"js:{role}": _domain_role("js") for role in _JS_ROLES.split()},
    "rst:dir": _namespaced("rst:directive"),
    "rst:role": _namespaced("rst:role"),
    "envvar": _namespaced("envvar"),
    "confval": _namespaced("confval"),
    "token": _namespaced("token"),
    "ref": _ref,
    "numref": _ref,
    "doc": _doc,
    "term": _term,
    "option": _option,
    "any": _any,
}
