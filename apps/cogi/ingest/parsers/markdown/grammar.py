"""The Markdown grammar: CommonMark, tables and what documentation sites add to them."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from cogi.ingest.parsers.markdown.containers import (
    fenced_container,
    indented_container,
    marker_line,
    unindented_paragraph,
)
from cogi.ingest.parsers.markdown.inline_rules import attribute_list, heading_text, uid_reference
from cogi.ingest.parsers.markdown.myst import directive

_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


class _Grammar(MarkdownIt):
    """Leaves addresses as written: they are resolved to pages, never rendered."""

    def validateLink(self, url: str) -> bool:  # noqa: N802, ARG002 -- the library's name
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802 -- the library's name
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 -- the library's name
        return link


@cache
def grammar(*, mdx: bool = False, uids: bool = False, myst: bool = False) -> MarkdownIt:
    """Return the parser; with ``mdx`` indentation makes no code, with ``uids`` ``@a.b`` is a reference."""
    parser = _Grammar("commonmark", {"maxNesting": 60}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False, move_to_end=False).use(deflist_plugin)
    parser.block.ruler.before("code", "indented_container", indented_container, _INTERRUPTS)
    parser.block.ruler.before("code", "fenced_container", fenced_container, _INTERRUPTS)
    parser.inline.ruler.before("link", "attribute_list", attribute_list)
    parser.core.ruler.before("inline", "heading_text", heading_text)
    if mdx:
        parser.block.ruler.before("code", "marker_line", marker_line, _INTERRUPTS)
        parser.block.ruler.at("paragraph", unindented_paragraph)
        parser.disable("code")
    if myst:
        parser.use(myst_block_plugin).use(myst_role_plugin)
        parser.block.ruler.before("fenced_container", "directive", directive, _INTERRUPTS)
    if uids:
        parser.inline.ruler.before("text", "uid_reference", uid_reference)
    return parser
