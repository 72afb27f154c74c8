"""Body elements to drafts of blocks; what is structure rather than text is handed to the section builder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from docutils import nodes

from cogi.corpus.classification import Classification
from cogi.ingest.documents import Block, BlockKind
from cogi.ingest.parsers.marks import extract_spans, marked
from cogi.ingest.parsers.rst import elements
from cogi.ingest.parsers.rst.fields import field_words
from cogi.ingest.parsers.rst.inline import InlineRenderer
from cogi.ingest.parsers.rst.outline import Outline
from cogi.ingest.parsers.rst.tables import pipe_table

_CHANGES = {
    "versionadded": ("added_in", "Added in version"),
    "version-added": ("added_in", "Added in version"),
    "versionchanged": ("changed_in", "Changed in version"),
    "version-changed": ("changed_in", "Changed in version"),
    "deprecated": ("deprecated_in", "Deprecated since version"),
    "versionremoved": ("removed_in", "Removed in version"),
}


@dataclass(slots=True)
class Draft:
    """A block under construction: its text may still carry classification marks."""

    kind: BlockKind
    text: str
    language: str = ""

    def block(self) -> Block:
        text, spans = extract_spans(self.text)
        return Block(self.kind, text, self.language, spans)


class BodyRenderer:
    """``structure`` handles the nodes of ``STRUCTURE`` and returns what they leave in the text."""

    def __init__(
        self,
        inline: InlineRenderer,
        outline: Outline,
        structure: Callable[[nodes.Element], list[Draft]],
        language: str,
    ) -> None:
        self._inline = inline
        self._outline = outline
        self._structure = structure
        self._language = language
        self._renderers: dict[type, Callable[[nodes.Element], list[Draft]]] = {
            nodes.paragraph: self._paragraph,
            nodes.attribution: self._paragraph,
            nodes.caption: self._paragraph,
            nodes.literal_block: self._code,
            nodes.doctest_block: lambda node: [Draft("code", node.astext(), "pycon")],
            nodes.math_block: lambda node: [Draft("code", node.astext(), "latex")],
            nodes.line_block: self._lines,
            nodes.bullet_list: self._bullets,
            nodes.enumerated_list: self._numbers,
            nodes.definition_list: self._definitions,
            nodes.field_list: self._fields,
            nodes.option_list: self._options,
            nodes.block_quote: lambda node: self._quoted("", node),
            nodes.table: self._table,
            nodes.image: self._image,
            nodes.footnote: self._note,
            nodes.citation: self._note,
            elements.Admonition: lambda node: self._quoted(node.label, node),  # type: ignore[attr-defined]
            elements.VersionNote: self._version,
            elements.Classified: self._classified,
            elements.Highlight: self._highlight,
        }

    def body(self, children: Iterable[nodes.Node]) -> list[Draft]:
        return [draft for child in children for draft in self.drafts(child)]

    def drafts(self, node: nodes.Node) -> list[Draft]:
        if not isinstance(node, nodes.Element) or isinstance(node, (nodes.Invisible, nodes.system_message)):
            return self._structure(node) if isinstance(node, nodes.target) else []
        if isinstance(node, STRUCTURE):
            return self._structure(node)
        self._outline.settle()
        self._inline.note_labels(node)
        if renderer := self._renderers.get(type(node)):
            return renderer(node)
        if isinstance(node, nodes.TextElement):
            return self._paragraph(node)
        return self.body(node.children)

    def _paragraph(self, node: nodes.Element) -> list[Draft]:
        text = self._inline.text(node)
        return [Draft("paragraph", text)] if text else []

    def _code(self, node: nodes.Element) -> list[Draft]:
        text = self._inline.verbatim(node).strip("\n").rstrip()
        language = node.get("language")
        if language is None:
            is_marked_up = any(isinstance(child, nodes.Element) for child in node.children)
            language = "" if is_marked_up else _guessed(text, self._language)
        return (
            [Draft("code", text, "" if language in {"none", "text", "default"} else language)] if text else []
        )

    def _highlight(self, node: nodes.Element) -> list[Draft]:
        self._language = node.language  # type: ignore[attr-defined]
        return []

    def _lines(self, node: nodes.Element) -> list[Draft]:
        lines = [self._inline.text(line) for line in node.findall(nodes.line)]
        return [Draft("paragraph", "\n".join(lines).strip("\n"))] if any(lines) else []

    def _bullets(self, node: nodes.Element) -> list[Draft]:
        return self._list(("- ", self.body(item.children)) for item in node.children if _holds_body(item))

    def _numbers(self, node: nodes.Element) -> list[Draft]:
        first = int(node.get("start", 1))
        items = [item for item in node.children if _holds_body(item)]
        return self._list((f"{at}. ", self.body(item.children)) for at, item in enumerate(items, first))

    def _definitions(self, node: nodes.Element) -> list[Draft]:
        return self._list(("- ", self._definition(item)) for item in node.children if _holds_body(item))

    def _definition(self, item: nodes.Node) -> list[Draft]:
        terms = [self._inline.text(c) for c in item.children if isinstance(c, (nodes.term, nodes.classifier))]
        body = self.body(c for c in item.children if isinstance(c, nodes.definition))
        return _labelled(" : ".join(terms), body)

    def _fields(self, node: nodes.Element) -> list[Draft]:
        fields = [field for field in node.children if isinstance(field, nodes.field)]
        return self._list(
            ("- ", _labelled(field_words(self._inline.text(name)), self.body(body.children)))
            for name, body in (field.children[:2] for field in fields)
            if isinstance(name, nodes.Element)
        )

    def _options(self, node: nodes.Element) -> list[Draft]:
        items = [item for item in node.children if isinstance(item, nodes.option_list_item)]
        return self._list(
            ("- ", _labelled(f"`{item.children[0].astext()}`", self.body(item.children[1].children)))
            for item in items
        )

    def _list(self, items: Iterable[tuple[str, list[Draft]]]) -> list[Draft]:
        """Return the items as one list; code or a table inside an item stands as a block of its own."""
        drafts: list[Draft] = []
        lines: list[str] = []
        for marker, parts in items:
            beginning = marker
            for at, part in enumerate(parts):
                if part.kind in {"code", "table"}:
                    _flush(lines, drafts)
                    drafts.append(part)
                elif at and not lines:
                    drafts.append(part)
                else:
                    lines.extend(_indented(part.text, beginning, len(marker)))
                beginning = ""
        _flush(lines, drafts)
        return drafts

    def _quoted(self, label: str, node: nodes.Element) -> list[Draft]:
        parts = [_as_quote(part) for part in self.body(node.children)]
        return _labelled(label, parts, kind="quote") if label else parts

    def _version(self, node: nodes.Element) -> list[Draft]:
        change, version = node.change, node.version  # type: ignore[attr-defined]
        predicate, words = _CHANGES.get(change, ("", change))
        parts = [_as_quote(part) for part in self.body(node.children)]
        self._outline.add_fact(
            predicate, version, " ".join(part.text for part in parts if part.kind != "code")
        )
        return _labelled(f"{words} {version}".strip(), parts, kind="quote")

    def _classified(self, node: nodes.Element) -> list[Draft]:
        level: Classification = node.level  # type: ignore[attr-defined]
        with self._outline.classified(level):
            parts = self.body(node.children)
        return [Draft(part.kind, marked(part.text, level), part.language) for part in parts]

    def _table(self, node: nodes.Element) -> list[Draft]:
        titles = [self._inline.text(c) for c in node.children if isinstance(c, nodes.title)]
        text = pipe_table(node, lambda cell: " ".join(part.text for part in self.body(cell.children)))
        captions = [Draft("paragraph", title) for title in titles if title]
        return [*captions, Draft("table", text)] if text else captions

    def _image(self, node: nodes.Element) -> list[Draft]:
        alt = " ".join(str(node.get("alt", "")).split())
        return [Draft("paragraph", alt)] if alt else []

    def _note(self, node: nodes.Element) -> list[Draft]:
        labels = [c.astext() for c in node.children if isinstance(c, nodes.label)]
        body = self.body(c for c in node.children if not isinstance(c, nodes.label))
        return _labelled(f"[{''.join(labels)}]", body, separator=" ")


STRUCTURE = (
    nodes.section,
    nodes.target,
    elements.Description,
    elements.Alias,
    elements.Contents,
)


def _holds_body(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.list_item, nodes.definition_list_item))


def _guessed(text: str, language: str) -> str:
    """Sphinx takes literal blocks for Python; a prompt says better what they are."""
    if language not in {"python", "python3", "default"}:
        return language
    if text.startswith(">>>"):
        return "pycon"
    return "console" if text.startswith("$ ") else "python"


def _as_quote(part: Draft) -> Draft:
    return Draft("quote", part.text) if part.kind == "paragraph" else part


def _labelled(
    label: str, parts: list[Draft], *, separator: str = ": ", kind: BlockKind = "paragraph"
) -> list[Draft]:
    if label.endswith((":", "?", "!")):
        separator = " "
    if parts and parts[0].kind in {"paragraph", "quote"}:
        return [Draft(parts[0].kind, f"{label}{separator}{parts[0].text}"), *parts[1:]]
    return [Draft(kind, f"{label}{separator}".rstrip() if parts else label), *parts]


def _indented(text: str, beginning: str, width: int) -> list[str]:
    first, *rest = text.split("\n")
    return [f"{beginning or ' ' * width}{first}", *(f"{' ' * width}{line}" for line in rest)]


def _flush(lines: list[str], drafts: list[Draft]) -> None:
    if lines:
        drafts.append(Draft("list", "\n".join(lines)))
        lines.clear()
