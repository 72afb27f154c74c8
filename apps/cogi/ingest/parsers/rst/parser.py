"""The parser for trees of reStructuredText, Sphinx projects above all."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from docutils import nodes

from cogi.ingest.documents import Page, Section
from cogi.ingest.parsers.base import ParseError, Parser
from cogi.ingest.parsers.decoding import clean_text, decode_utf8
from cogi.ingest.parsers.levels import level_stated
from cogi.ingest.parsers.rst.configuration import find_root, is_configuration, read_project
from cogi.ingest.parsers.rst.machine import parse_document
from cogi.ingest.parsers.rst.page import PageState
from cogi.ingest.parsers.rst.project import SphinxProject
from cogi.ingest.parsers.rst.sections import SectionBuilder, page_title
from cogi.ingest.parsers.rst.titles import find_titles
from cogi.ingest.parsers.rst.urls import Builder, page_url

_BEFORE_DOCINFO = (nodes.comment, nodes.substitution_definition, nodes.system_message, nodes.target)

_GENERATED_PAGES = {"genindex": "Index", "modindex": "Module Index", "search": "Search Page"}


class RestructuredTextParser(Parser):
    """Parses ``.rst``, and ``.txt`` where a ``conf.py`` says that it is reStructuredText.

    ``builder`` is the Sphinx builder that publishes the site (``html`` or ``dirhtml``); without it the
    project's own files are asked, and ``html`` is taken when they do not say.
    """

    name: ClassVar[str] = "rst"
    suffixes: ClassVar[frozenset[str]] = frozenset({".rst", ".txt"})

    def __init__(self, builder: Builder | None = None) -> None:
        self.builder = builder
        self._root: str | None = None
        self._paths: list[str] = []
        self._project = SphinxProject(builder=builder or "html")

    def configuration_files(self, paths: Sequence[str]) -> Sequence[str]:
        """Return the project's configuration, and its pages: references read as the titles found there."""
        self._paths = list(paths)
        self._root = find_root(self._paths)
        root = self._root
        configuration = [p for p in paths if root is not None and is_configuration(p, root)]
        return [*configuration, *(p for p in paths if posixpath.splitext(p)[1] in self.suffixes)]

    def prepare(self, files: Mapping[str, bytes]) -> None:
        if self._root is not None:
            stated = {path: data for path, data in files.items() if is_configuration(path, self._root)}
            self._project = read_project(self._root, stated)
        self._project.builder = self.builder or self._project.builder
        self._project.label_titles = dict(_GENERATED_PAGES)
        listable = [path for path in self._paths if self._project.is_listable(path)]
        self._project.paths = frozenset(posixpath.splitext(path)[0] for path in listable)
        for path in filter(self.accepts, listable):
            self._note_titles(path, files.get(path, b""))

    def _note_titles(self, path: str, data: bytes) -> None:
        title, labels = find_titles(clean_text(data.decode("utf-8", errors="replace")))
        self._project.titles[posixpath.splitext(path)[0]] = title
        for label, words in labels.items():
            self._project.label_titles.setdefault(label, words)

    def accepts(self, path: str) -> bool:
        return self._project.is_page(path)

    def parse(self, path: str, data: bytes, *, includes: Mapping[str, bytes]) -> Page:
        text = decode_utf8(path, data)
        page = PageState(posixpath.splitext(path)[0], self._project, includes)
        page.default_role = self._project.default_role
        page.domain = self._project.primary_domain
        try:
            return self._page(page, text)
        except RecursionError as exc:
            raise ParseError(f"{path} is nested too deeply to parse; split it or flatten its lists.") from exc

    def _page(self, page: PageState, text: str) -> Page:
        source = "\n\n".join(part for part in (self._project.prolog, text, self._project.epilog) if part)
        document = parse_document(source, page)
        metadata = _take_docinfo(document)
        builder = SectionBuilder(document, page)
        root = builder.build()
        root.title = page_title(root, page.path)
        if "classification" in metadata:
            _classify(root, metadata["classification"])
        url = page_url(page.docname, self._project.builder)
        return Page(page.path, url, root, metadata, builder.contents)


def _take_docinfo(document: nodes.document) -> dict[str, Any]:
    """Remove the field list at the head of a page and return it; a field without a value is True."""
    first = next((n for n in document.children if not isinstance(n, _BEFORE_DOCINFO)), None)
    if not isinstance(first, nodes.field_list):
        return {}
    document.remove(first)
    pairs = [field.children for field in first.findall(nodes.field)]
    return {name.astext(): body.astext().strip() or True for name, body in pairs}


def _classify(root: Section, stated: object) -> None:
    level = level_stated(stated)
    for section in root.walk():
        section.classification = max(section.classification, level)
