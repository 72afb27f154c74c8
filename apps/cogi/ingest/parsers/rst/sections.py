"""Builds a page's sections from its docutils tree: headings, described objects and what stands under them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docutils import nodes

from cogi.ingest.documents import Section
from cogi.ingest.parsers.marks import without_classified
from cogi.ingest.parsers.rst import elements
from cogi.ingest.parsers.rst.blocks import STRUCTURE, BodyRenderer, Draft
from cogi.ingest.parsers.rst.inline import InlineRenderer
from cogi.ingest.parsers.rst.outline import Outline, target_alias
from cogi.ingest.parsers.rst.page import PageState
from cogi.ingest.parsers.rst.titles import normalized_label

_NOT_WORD = re.compile(r"\W+")


class SectionBuilder:
    """Walks one document once; ``root`` and ``contents`` are its results."""

    def __init__(self, document: nodes.document, page: PageState) -> None:
        self._document = document
        self._page = page
        self._outline = Outline(page.path)
        self._inline = InlineRenderer(document, self._outline, page.project.substitutions)
        self._body = BodyRenderer(
            self._inline, self._outline, self._structure, page.project.highlight_language
        )
        self._depth = 0
        self._bare: Section | None = None
        self.contents: list[str] = []

    def build(self) -> Section:
        self._emit_all(self._document.children)
        self._outline.finish()
        return self._outline.root

    def _emit_all(self, children: Iterable[nodes.Node]) -> None:
        """Emit siblings; what follows a signature without content of its own is about that signature."""
        holder = self._outline.current
        for node in self._together(children):
            if isinstance(node, (elements.Description, nodes.section)):
                holder = self._outline.current
            with self._outline.within(holder):
                self._emit(node)
            holder = self._take_bare() or holder

    @staticmethod
    def _together(children: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
        """Yield siblings; bare signatures in a row are described together by what follows them.

        That is a text, or the content of the row's last signature (``login`` and ``alogin`` of one module).
        """
        row: list[elements.Description] = []
        for node in children:
            if isinstance(node, elements.Description) and not _has_text(node):
                row.append(node)
                continue
            if row and isinstance(node, elements.Description) and _are_siblings(row[-1], node):
                yield _joined([*row, node])
            else:
                yield from [_joined(row)] if row and _is_text(node) else row
                yield node
            row = []
        yield from row

    def _take_bare(self) -> Section | None:
        bare, self._bare = self._bare, None
        return bare

    def _emit(self, node: nodes.Node) -> None:
        section = self._outline.current
        section.blocks.extend(draft.block() for draft in self._body.drafts(node))

    def _structure(self, node: nodes.Element) -> list[Draft]:
        """Take ``node`` into the outline; of a description without an anchor, the text stays behind."""
        if isinstance(node, nodes.section):
            self._section(node)
        elif isinstance(node, elements.Description):
            return self._description(node)
        elif isinstance(node, elements.Contents):
            self.contents.extend(path for path in node.paths if path not in self.contents)
        elif isinstance(node, elements.Alias):
            self._outline.wait(node)
        elif alias := target_alias(node, self._document.nametypes.get):
            self._outline.wait(alias)
        return []

    def _section(self, node: nodes.section) -> None:
        title_node = next((child for child in node.children if isinstance(child, nodes.title)), None)
        title = self._title(title_node) if title_node is not None else ""
        own, *further = self._ids(node)
        section = self._placed(title, own)
        names = [alias.name for alias in self._outline.claim(section) if alias.name]
        anchors = [*further, *([own] if section is self._outline.root else [])]
        self._outline.name(section, anchors, self._section_labels(title_node))
        if _reads_as(title, names):
            section.kind = "symbol"
        self._depth += 1
        with self._outline.within(section):
            self._emit_all(child for child in node.children if not isinstance(child, nodes.title))
        self._depth -= 1

    def _placed(self, title: str, anchor: str) -> Section:
        """Return the section for a heading: the page's first one is the page itself."""
        root = self._outline.root
        if not root.title and not self._depth and self._outline.current is root:
            root.title = title
            return root
        return self._child(Section(title, anchor))

    def _child(self, section: Section) -> Section:
        section.classification = self._outline.level
        self._outline.current.children.append(section)
        return section

    def _title(self, node: nodes.Element) -> str:
        return without_classified(self._inline.text(node)).replace("`", "")

    def _ids(self, node: nodes.section) -> list[str]:
        """Return the section's ids in Sphinx's order: targets before it add theirs, a number comes last."""
        own = list(node["ids"])
        ids = [*own, *(anchor for alias in reversed(self._outline.waiting) for anchor in alias.anchors)]
        if len(ids) > 1 and ids[0].startswith("id"):
            ids = [*ids[1:], ids[0]]
        first = node.children[1] if len(node.children) > 1 else None
        return [*first.anchors, *ids] if isinstance(first, elements.Alias) and first.leads else ids

    def _section_labels(self, title: nodes.Element | None) -> list[str]:
        """Return the label that ``sphinx.ext.autosectionlabel`` makes of a heading."""
        project = self._page.project
        if title is None or not project.section_labels or self._depth >= project.section_labels_depth:
            return []
        prefix = f"{self._page.docname}:" if project.section_labels_prefixed else ""
        is_classified = any(title.findall(elements.ClassifiedText))
        words = title.astext() if is_classified else title.rawsource
        return [f"label:{normalized_label(prefix + words)}"]

    def _description(self, node: elements.Description) -> list[Draft]:
        if not any(each.anchors for each in node.described):
            return [*_signatures(node), *self._body.body(node.children)]
        if self._is_headed(node):
            self._fill(self._merged(node), node)
            return []
        self._outline.settle_modules()
        section = self._child(self._symbol(node))
        self._outline.claim(section)
        self._fill(section, node)
        self._bare = None if _has_text(node) else section
        return []

    def _fill(self, section: Section, node: elements.Description) -> None:
        section.blocks.extend(draft.block() for draft in _signatures(node, section.title))
        with self._outline.within(section):
            self._emit_all(node.children)

    def _symbol(self, node: elements.Description) -> Section:
        linked = [each for each in node.described if each.anchors]
        title = ", ".join(dict.fromkeys(each.title for each in linked))
        section = Section(title, linked[0].anchors[0], kind="symbol")
        for each in linked:
            self._outline.name(section, each.anchors, each.targets)
        return section

    def _is_headed(self, node: elements.Description) -> bool:
        """Tell whether ``node`` is what the section in hand is about: one place then, not two."""
        section = self._outline.current
        if section is self._outline.root or (_has_text(node) and (section.blocks or section.children)):
            return False
        return _reads_as(section.title, [name for each in node.described for name in each.names])

    def _merged(self, node: elements.Description) -> Section:
        section = self._outline.current
        section.kind = "symbol"
        self._outline.settle()
        for each in node.described:
            self._outline.name(section, each.anchors, each.targets)
        return section


def _signatures(node: elements.Description, title: str = "") -> list[Draft]:
    """Return the signatures as code, unless ``title`` says as much."""
    shown = [each.signature for each in node.described]
    if not shown or title == ", ".join(shown):
        return []
    return [Draft("code", "\n".join(shown), node.language)]


def _joined(row: list[elements.Description]) -> elements.Description:
    joined = elements.Description()
    joined.described = tuple(each for node in row for each in node.described)
    joined.language = row[0].language
    joined.extend(row[-1].children)
    return joined


def _are_siblings(one: elements.Description, other: elements.Description) -> bool:
    """Tell whether both describe members of the same thing."""
    parents = {
        each.anchors[0].rpartition(".")[0] if each.anchors else None
        for description in (one, other)
        for each in description.described
    }
    return len(parents) == 1 and None not in parents


def _is_text(node: nodes.Node) -> bool:
    structure = (nodes.Invisible, nodes.system_message, nodes.target, *STRUCTURE)
    return not isinstance(node, structure)


def _has_text(node: nodes.Element) -> bool:
    return any(not isinstance(child, (nodes.Invisible, nodes.system_message)) for child in node.children)


def _reads_as(title: str, names: list[str]) -> bool:
    heading = _NOT_WORD.sub("", title).lower()
    return any(_NOT_WORD.sub("", name).lower() == heading for name in names)


def page_title(section: Section, path: str) -> str:
    """Return a title for a page that states none."""
    return section.title or path.rpartition("/")[2].replace("-", " ").replace("_", " ").strip().capitalize()
