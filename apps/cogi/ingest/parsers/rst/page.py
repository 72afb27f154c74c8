"""The state of one page while it is parsed. It rides on ``document.settings``; nothing is global."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from docutils import nodes

from cogi.ingest.parsers.decoding import clean_text
from cogi.ingest.parsers.rst.identifiers import object_id
from cogi.ingest.parsers.rst.project import SphinxProject


@dataclass(slots=True)
class PageState:
    """What directives and roles know and remember of the page they stand in.

    ``docname`` is the page's path from the directory of ``conf.py``; ``module``, ``classes`` and
    ``program`` are what names in the text are relative to.
    """

    path: str
    project: SphinxProject
    includes: Mapping[str, bytes]
    module: str = ""
    class_name: str = ""
    classes: list[str] = field(default_factory=list)
    js_module: str = ""
    scopes: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    program: str = ""
    domain: str = "py"
    default_role: str = ""
    role_bases: dict[str, str] = field(default_factory=dict)
    inclusions: Counter[str] = field(default_factory=Counter)
    serials: Counter[str] = field(default_factory=Counter)
    state_machines: list[Any] = field(default_factory=list)

    @property
    def docname(self) -> str:
        return self.project.docname(self.path)

    def resolve(self, reference: str) -> str:
        """Return the path from the tree's root that a document or file ``reference`` means."""
        if reference.startswith("/"):
            joined = posixpath.join(self.project.root, reference.lstrip("/"))
        else:
            joined = posixpath.join(posixpath.dirname(self.path), reference)
        return posixpath.normpath(joined)

    def included(self, reference: str) -> str | None:
        """Return the text of another file of the tree, or None when it is missing or not UTF-8."""
        data = self.includes.get(self.resolve(reference))
        if data is None:
            return None
        try:
            return clean_text(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return None

    def new_id(self, document: nodes.document, node: nodes.Element, prefix: str, term: str) -> str:
        """Return a fresh id for ``node`` and register it, so that nothing else on the page takes it."""
        identifier = object_id(prefix, term, taken=document.ids, serials=self.serials)
        document.ids[identifier] = node
        return identifier


def page_of(document: nodes.document) -> PageState:
    state: PageState = document.settings.cogi_page
    return state
