"""Inline markup to plain Markdown: words and code in backticks; classified characters keep their marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from docutils import nodes

from cogi.corpus.classification import Classification
from cogi.ingest.parsers.marks import marked
from cogi.ingest.parsers.rst.elements import ClassifiedText, CrossReference
from cogi.ingest.parsers.rst.outline import Outline, target_alias

_TICKS = re.compile(r"`+")
_SILENT = (nodes.comment, nodes.raw, nodes.system_message, nodes.substitution_definition, nodes.pending)


def code_span(text: str) -> str:
    """Return ``text`` as Markdown code; its own backticks make the fence longer."""
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    if not longest:
        return f"`{text}`"
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}"


class InlineRenderer:
    """Renders the inline nodes of one document; links and targets in passing go to the outline."""

    def __init__(self, document: nodes.document, outline: Outline, substitutions: Mapping[str, str]) -> None:
        self._document = document
        self._outline = outline
        self._substitutions = substitutions
        self._open_substitutions: set[str] = set()
        self._renderers: dict[type, Callable[[nodes.Element], str]] = {
            nodes.literal: lambda node: code_span(node.astext().replace("\n", " ")),
            nodes.image: lambda node: str(node.get("alt", "")),
            nodes.substitution_reference: self._substitution,
            nodes.footnote_reference: lambda node: f"[{node.astext()}]",
            nodes.citation_reference: lambda node: f"[{node.astext()}]",
            ClassifiedText: self._classified,
        }

    def text(self, node: nodes.Element) -> str:
        """Return the node's content on one line."""
        return " ".join(self._children(node.children).split())

    def verbatim(self, node: nodes.Node) -> str:
        """Return the text of a literal block, in which inline markup may stand."""
        if isinstance(node, nodes.Element):
            words = "".join(map(self.verbatim, node.children))
            return marked(words, node.level) if isinstance(node, ClassifiedText) else words
        return node.astext()

    def _children(self, children: Iterable[nodes.Node]) -> str:
        return "".join(self._node(child) for child in children)

    def _node(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return node.astext()
        if isinstance(node, _SILENT) or not isinstance(node, nodes.Element):
            return ""
        render = self._renderers.get(type(node))
        return render(node) if render else self._phrase(node)

    def _classified(self, node: nodes.Element) -> str:
        level: Classification = node.level  # type: ignore[attr-defined]
        return marked(self._children(node.children), level)

    def _phrase(self, node: nodes.Element) -> str:
        words = self._children(node.children)
        if isinstance(node, CrossReference):
            self._outline.add_link(node.candidates, words)
        elif isinstance(node, nodes.reference) and (refname := node.get("refname")):
            self._outline.add_link(self._local(refname), words)
        self.note_labels(node)
        return words

    def note_labels(self, node: nodes.Element) -> None:
        """Let the labels that ``node`` carries name the section it stands in."""
        if alias := target_alias(node, self._document.nametypes.get):
            self._outline.name(self._outline.current, alias.anchors, alias.targets)

    def _local(self, refname: str) -> tuple[str, ...]:
        """Return where on this page ``refname`` leads, or nothing when it leads outside."""
        for _ in range(len(self._document.nameids) + 1):
            identifier = self._document.nameids.get(refname)
            target = self._document.ids.get(identifier) if identifier else None
            if target is None or "refuri" in target:
                return ()
            if "refname" not in target:
                return (f"page:{self._outline.path}#{identifier}",)
            refname = target["refname"]
        return ()

    def _substitution(self, node: nodes.Element) -> str:
        name = node.astext()
        defined = self._document.substitution_defs
        key = name if name in defined else self._document.substitution_names.get(name.lower(), name)
        if key not in defined or key in self._open_substitutions:
            return self._substitutions.get(name, "")
        self._open_substitutions.add(key)
        try:
            return self._children(defined[key].children)
        finally:
            self._open_substitutions.discard(key)
