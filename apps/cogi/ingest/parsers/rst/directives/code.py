"""Code: literal blocks with their language, and files of the tree shown as code."""

from __future__ import annotations

from docutils import nodes

from cogi.ingest.parsers.rst.directives.base import Ignored, TolerantDirective
from cogi.ingest.parsers.rst.directives.excerpts import excerpt
from cogi.ingest.parsers.rst.elements import Highlight

_LANGUAGE_OF_SUFFIX = {
    "js": "javascript",
    "md": "markdown",
    "py": "python",
    "sh": "bash",
    "ts": "typescript",
    "yml": "yaml",
}
_LANGUAGE_OF_DIRECTIVE = {
    "console": "console",
    "doctest": "pycon",
    "ipython": "ipython",
    "productionlist": "ebnf",
    "prompt": "console",
    "testcode": "python",
    "testsetup": "python",
}


def literal_block(text: str, language: str | None) -> nodes.literal_block:
    """Return a block whose ``language`` None means the one in force."""
    node = nodes.literal_block(text, text)
    if language is not None:
        node["language"] = language.lower()
    return node


class CodeBlock(TolerantDirective):
    """``.. code-block:: python``; without a language the one in force holds."""

    def run(self) -> list[nodes.Node]:
        language = _LANGUAGE_OF_DIRECTIVE.get(self.name.lower())
        if language is None:
            language = self.argument.split()[0] if self.argument else None
        node = self.name_node(literal_block("\n".join(self.content), language))
        if caption := self.options.get("caption"):
            return [self.parse_inline(caption), node]
        return [node]


class HighlightDirective(TolerantDirective):
    """``.. highlight:: console`` sets the language of the literal blocks that follow."""

    def run(self) -> list[nodes.Node]:
        node = Highlight()
        node.language = self.argument.lower()
        return [node]


class LiteralInclude(Ignored):
    """``.. literalinclude::`` of a file inside the tree; nothing for one outside or missing."""

    def run(self) -> list[nodes.Node]:
        text = self.page.included(self.argument)
        if text is None:
            return []
        suffix = self.argument.rpartition(".")[2].lower()
        language = self.options.get("language") or _LANGUAGE_OF_SUFFIX.get(suffix, suffix)
        return [self.name_node(literal_block(excerpt(text, self.options), language))]
