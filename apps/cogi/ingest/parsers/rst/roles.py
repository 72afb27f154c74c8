"""Interpreted text: what each role of docutils and Sphinx reads as. An unknown role leaves its text."""

from __future__ import annotations

import re
from collections.abc import Callable

from docutils import nodes

from cogi.corpus.classification import Classification
from cogi.ingest.parsers.levels import level_named
from cogi.ingest.parsers.rst.elements import ClassifiedText
from cogi.ingest.parsers.rst.page import PageState
from cogi.ingest.parsers.rst.references import REFERENCE_ROLES, generic_reference, split_title, unlinked

Role = Callable[[str, PageState], list[nodes.Node]]

_LITERAL = "code literal file samp kbd command makevar mailheader mimetype regexp program"
_DROPPED = frozenset({"raw", "raw-html", "index", "eq"})
_BRACES = re.compile(r"(?<!\\)[{}]")


def interpret(role: str, text: str, page: PageState) -> list[nodes.Node]:
    """Return the nodes of ``text`` (with docutils' null escapes) in ``role`` ("" is the default role)."""
    name = _base_role(role.lower() or page.default_role, page).removeprefix("std:")
    is_link = not text.startswith("!")
    target = text if is_link else text[1:]
    if name in page.project.crossrefs:
        found = generic_reference(page.project.crossrefs[name], target, page)
    elif handler := REFERENCE_ROLES.get(name):
        found = handler(target, page)
    else:
        return _words(name, text, page)
    return found if is_link else unlinked(found)


def _words(name: str, text: str, page: PageState) -> list[nodes.Node]:
    if (level := level_named(name)) is not None:
        return [_classified(level, text)]
    if caption := page.project.extlinks.get(name):
        return [nodes.Text(_captioned(caption, text))]
    if handler := _TEXT_ROLES.get(name):
        return handler(text, page)
    return [] if name in _DROPPED else [nodes.Text(split_title(text)[0])]


def _base_role(role: str, page: PageState) -> str:
    """Follow roles that the page defines (``.. role:: python(code)``) to what they are made from."""
    for _ in range(len(page.role_bases) + 1):
        if role not in page.role_bases:
            break
        role = page.role_bases[role]
    return role


def _classified(level: Classification, text: str) -> nodes.Node:
    words = nodes.unescape(text)
    node = ClassifiedText(words, words)
    node.level = level
    return node


def _captioned(caption: str, text: str) -> str:
    title, target = split_title(text)
    return title if title != target else caption.replace("%s", target).replace("%%", "%")


def _literal(text: str, _page: PageState) -> list[nodes.Node]:
    code = nodes.unescape(text)
    return [nodes.literal(code, code)]


def _sample(text: str, _page: PageState) -> list[nodes.Node]:
    code = _BRACES.sub("", nodes.unescape(text))
    return [nodes.literal(code, code)]


def _menu(text: str, _page: PageState) -> list[nodes.Node]:
    words = nodes.unescape(text).replace("-->", "‣").replace("&&", "\0").replace("&", "").replace("\0", "&")
    return [nodes.Text(words)]


def _numbered(label: str) -> Role:
    """``:rfc:`9110#section-9.2``` reads "RFC 9110 Section 9.2"."""

    def role(text: str, _page: PageState) -> list[nodes.Node]:
        title, target = split_title(text)
        number, _, place = target.partition("#")
        kind, _, where = place.replace("-", " ").partition(" ")
        words = f"{label}{number} {kind.capitalize()} {where}".rstrip()
        return [nodes.Text(title if title != target else words)]

    return role


_TEXT_ROLES: dict[str, Role] = {
    **dict.fromkeys(_LITERAL.split(), _literal),
    "file": _sample,
    "samp": _sample,
    "guilabel": _menu,
    "menuselection": _menu,
    "pep": _numbered("PEP "),
    "rfc": _numbered("RFC "),
    "cve": _numbered("CVE-"),
    "cwe": _numbered("CWE-"),
}
