"""A collection's documents become pages, cut into passages by the rules of ingest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

from cogi.corpus.snapshot import NodeDraft, PassageDraft
from cogi.corpus.vocabulary import NodeKind
from cogi.evaluation.relevance.beir import Document
from cogi.ingest.chunking import PassageSize, chunk_section
from cogi.ingest.documents import Block, Section
from cogi.ingest.parsers.markdown import MarkdownParser

TextFormat = Literal["markdown", "code", "plain"]
FORMATS: tuple[TextFormat, ...] = ("markdown", "code", "plain")

_MARKDOWN = re.compile(r"^(?:#{1,6} \S|```|~~~)", re.MULTILINE)
_DEFINITION = r"(?:def|class|func|function|fn|void)"
_CODE = re.compile(rf"\s*(?:@\w|(?:(?:async|export|public|private|protected|static|pub) )*{_DEFINITION} )")
_DEFINED = re.compile(rf"^\s*(?:\w+ )*?{_DEFINITION} +(\w+)", re.MULTILINE)
_PARAGRAPH_END = re.compile(r"\n\s*\n")
SAMPLE = 500
MARKDOWN_SHARE, CODE_SHARE = 0.2, 0.5


def guess_format(documents: Iterable[Document]) -> TextFormat:
    """Return what the texts of a collection are written in, by its first ``SAMPLE`` documents."""
    sample = [document.text for document in islice(documents, SAMPLE) if document.text.strip()]
    if sum(1 for text in sample if _CODE.match(text)) > CODE_SHARE * len(sample):
        return "code"
    if sum(1 for text in sample if _MARKDOWN.search(text)) > MARKDOWN_SHARE * len(sample):
        return "markdown"
    return "plain"


def draft_pages(
    documents: Iterable[Document], *, text_format: TextFormat, size: PassageSize
) -> Iterator[NodeDraft]:
    """Yield a page for each document, whose uid is the document's id."""
    for order, document in enumerate(documents):
        root = _SECTIONS[text_format](document)
        yield NodeDraft(
            uid=document.id,
            kind=NodeKind.PAGE,
            title=root.title,
            url=document.id,
            order=order,
            passages=tuple(_passages(root, (), size)),
        )


def _passages(section: Section, above: Sequence[str], size: PassageSize) -> Iterator[PassageDraft]:
    trail = (*above, section.title) if section.title else tuple(above)
    yield from chunk_section(section, trail=trail, size=size)
    for child in section.children:
        yield from _passages(child, trail, size)


def _markdown(document: Document) -> Section:
    page = MarkdownParser().parse(f"{document.id}.md", document.text.encode(), includes={})
    page.root.title = document.title or page.root.title
    return page.root


def _code(document: Document) -> Section:
    """A piece of code is titled by what it defines first, as a symbol's page is."""
    defined = _DEFINED.search(document.text)
    title = document.title or (defined[1] if defined else "")
    return Section(title, "", blocks=[Block("code", document.text)])


def _plain(document: Document) -> Section:
    paragraphs = [text for part in _PARAGRAPH_END.split(document.text) if (text := part.strip())]
    return Section(document.title, "", blocks=[Block("paragraph", text) for text in paragraphs])


_SECTIONS = {"markdown": _markdown, "code": _code, "plain": _plain}
