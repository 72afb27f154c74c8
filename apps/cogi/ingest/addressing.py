"""Gives every page, section and group the uid that stays its own from run to run."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cogi.ingest.documents import Page, Section

MAX_UID = 500
MAX_DEPTH = 20
"""Deeper sections hang below their ancestor at this depth."""


@dataclass(frozen=True, slots=True)
class Addressed:
    """A section with its uid. ``depth`` 0 is the page itself; ``trail`` ends in its own title."""

    uid: str
    page: Page
    section: Section
    depth: int
    trail: tuple[str, ...]
    parent_uid: str | None = None
    order: int = 0


@dataclass(slots=True)
class Uids:
    """Hands out uids; what is taken gets a number, in reading order, so equal input gives equal uids."""

    taken: set[str] = field(default_factory=set)

    def claim(self, wanted: str) -> str:
        wanted = _shortened(wanted)
        uid, number = wanted, 2
        while uid in self.taken:
            uid, number = f"{wanted}-{number}", number + 1
        self.taken.add(uid)
        return uid


def address_pages(pages: Sequence[Page], uids: Uids) -> dict[str, list[Addressed]]:
    """Return each page's sections in reading order, the page's own first, by page path."""
    roots = {page.path: uids.claim(page.path) for page in pages}
    return {page.path: list(_address(page, roots[page.path], uids)) for page in pages}


def _address(page: Page, uid: str, uids: Uids) -> Iterator[Addressed]:
    root = Addressed(uid, page, page.root, 0, (page.title,))
    yield root
    yield from _descend(root, uids)


def _descend(parent: Addressed, uids: Uids) -> Iterator[Addressed]:
    for order, section in enumerate(parent.section.children):
        fragment = section.anchor or slug(section.title)
        child = Addressed(
            uids.claim(f"{parent.page.path}#{fragment}"),
            parent.page,
            section,
            min(parent.depth + 1, MAX_DEPTH),
            (*parent.trail, section.title),
            parent.uid if parent.depth < MAX_DEPTH else parent.parent_uid,
            order,
        )
        yield child
        yield from _descend(child, uids)


def _shortened(uid: str) -> str:
    """Keep the beginning of an overlong uid, and its identity by a digest of the whole."""
    room = MAX_UID - 40
    if len(uid) <= room:
        return uid
    return f"{uid[:room]}-{hashlib.sha256(uid.encode()).hexdigest()[:16]}"


def slug(title: str) -> str:
    """Return ``title`` as an address part; letters of every script stay."""
    plain = unicodedata.normalize("NFKC", title).lower()
    return re.sub(r"[\W_]+", "-", plain).strip("-") or "section"
