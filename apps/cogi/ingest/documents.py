"""What a parser returns: pages of nested sections. Parsers know formats, never the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from cogi.corpus.classification import Classification, Span

BlockKind = Literal["paragraph", "list", "table", "code", "quote"]
SectionKind = Literal["section", "symbol"]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a section that a chunk boundary should not cut.

    ``text`` is plain Markdown: inline code in backticks, no other inline markup (links and emphasis
    leave their words); a list is lines that begin with ``- `` or ``1. ``; a table is pipe rows, header
    first; code is raw, without fences, and its ``language`` is the lower-case lexer name or ``""``.
    ``spans`` are the classified parts of ``text``, in characters.
    """

    kind: BlockKind
    text: str
    language: str = ""
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A reference from one section to another place.

    ``candidates`` are tried in order; each is either ``page:<page path>`` or
    ``page:<page path>#<anchor>`` (source paths from the tree's root, without extension), or the name
    of a target such as ``label:csrf``, ``py:QuerySet.filter`` or ``setting:DEBUG``.
    External addresses are not links in this sense and are left out.
    """

    candidates: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class StatedFact:
    """What a document states about its subject, or an ``item`` of it: ``added_in`` ``"5.1"``.

    ``words`` begin the text that states it, so that its passage can be found.
    """

    predicate: str
    value: str
    note: str = ""
    item: str = ""
    words: str = ""


@dataclass(slots=True)
class Section:
    """A heading, or a described symbol, with what stands under it up to the next one.

    ``anchor`` is the fragment that the published site uses ("" for the page itself); ``targets`` are
    the names by which links may point here (see ``Link``).
    """

    title: str
    anchor: str
    kind: SectionKind = "section"
    blocks: list[Block] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    facts: list[StatedFact] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    children: list[Section] = field(default_factory=list)
    classification: Classification = Classification.PUBLIC

    def walk(self) -> Iterator[Section]:
        """Yield this section and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class Page:
    """One parsed source file. ``path`` is its source path without extension, ``/``-separated.

    ``root`` holds the page's title and the text before its first sub-heading. ``url`` is relative to
    the scope's base address, as the published site has it. ``metadata`` is JSON-serialisable (front
    matter and the like). ``children`` are page paths that the page itself lists as its contents
    (a toctree), in order.
    """

    path: str
    url: str
    root: Section
    metadata: dict[str, Any] = field(default_factory=dict)
    children: list[str] = field(default_factory=list)
    hidden: bool = False

    @property
    def title(self) -> str:
        return self.root.title


@dataclass(frozen=True, slots=True)
class NavigationEntry:
    """A place in the site's contents: a page, or a titled group without a page (``path`` None).

    ``prerequisites`` is prose that quotes the titles of the places that come before it.
    """

    title: str
    path: str | None = None
    children: tuple[NavigationEntry, ...] = ()
    prerequisites: str = ""


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that could not be read or parsed, and what its owner can do about it."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class ParsedTree:
    """A whole source tree. Pages absent from ``navigation`` follow it in path order."""

    pages: Sequence[Page]
    navigation: Sequence[NavigationEntry] = ()
    skipped: Sequence[SkippedFile] = ()
    redirects: Mapping[str, str] = field(default_factory=dict)
