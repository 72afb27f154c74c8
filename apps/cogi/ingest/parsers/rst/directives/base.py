"""What the directives share: any option is accepted, and content is parsed in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from cogi.ingest.parsers.rst.page import PageState, page_of


class AnyOptions(dict[str, Callable[[str | None], str]]):
    """An option specification that knows every option: an unknown one must not cost the content."""

    def __missing__(self, name: str) -> Callable[[str | None], str]:
        return lambda value: value or ""

    def __bool__(self) -> bool:
        return True


class TolerantDirective(Directive):
    """Base of this package's directives: optional argument, any options, any content."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = AnyOptions()

    @property
    def document(self) -> nodes.document:
        return self.state.document

    @property
    def page(self) -> PageState:
        return page_of(self.document)

    @property
    def argument(self) -> str:
        return self.arguments[0].strip() if self.arguments else ""

    def parse_into(self, node: nodes.Element, content: StringList | None = None) -> nodes.Element:
        """Parse the directive's content as children of ``node`` and return it."""
        self.state.nested_parse(self.content if content is None else content, self.content_offset, node)
        return node

    def parse_with_titles(self) -> list[nodes.Node]:
        """Parse content that may hold headings, whose adornments are its own, as Sphinx does."""
        node = nodes.Element()
        node.document = self.document
        with self._own_title_styles():
            self.state.nested_parse(self.content, self.content_offset, node, match_titles=True)
        return node.children

    @contextmanager
    def _own_title_styles(self) -> Iterator[None]:
        memo: Any = self.state.memo
        styles, level = memo.title_styles, memo.section_level
        memo.title_styles, memo.section_level = [], 0
        try:
            yield
        finally:
            memo.title_styles, memo.section_level = styles, level

    def parse_inline(self, text: str) -> nodes.paragraph:
        children, _messages = self.state.inline_text(text, self.lineno)
        return nodes.paragraph(text, "", *children)

    def name_node(self, node: nodes.Element) -> nodes.Element:
        """Give ``node`` the label of the ``:name:`` option, if there is one."""
        self.add_name(node)
        return node


class Ignored(TolerantDirective):
    """Leaves nothing: what it says is for the builder, not for readers."""

    def run(self) -> list[nodes.Node]:
        return []
