"""“Added in version 5.1: …”, as published pages and other formats write what directives say in sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogi.ingest.documents import Section, StatedFact
from cogi.ingest.facts.base import FactExtractor
from cogi.ingest.facts.names import CODE, bare, statements_in

_STATED = re.compile(
    r"(?P<verb>added in|new in|changed in|deprecated (?:since|in)|removed in) version "
    r"v?(?P<version>\d[\w.]*\w|\d)\b[:.]?\s*(?P<note>.*)",
    re.IGNORECASE,
)
_PREDICATES = {
    "added in": "added_in",
    "new in": "added_in",
    "changed in": "changed_in",
    "deprecated since": "deprecated_in",
    "deprecated in": "deprecated_in",
    "removed in": "removed_in",
}
_INSTEAD = re.compile(
    r"(?:\buse|in favou?r of|replaced (?:by|with)|superseded by|migrate to|switch to)\s+"
    rf"(?:the\s+|new\s+)*{CODE}",
    re.IGNORECASE,
)


class VersionNotes(FactExtractor):
    def extract(self, section: Section, trail: Sequence[str]) -> Iterator[StatedFact]:  # noqa: ARG002
        for text in statements_in(section):
            if match := _STATED.match(text):
                predicate = _PREDICATES[match["verb"].lower()]
                yield StatedFact(predicate, match["version"], match["note"], words=text)
                if predicate in {"deprecated_in", "removed_in"}:
                    yield from replacements(match["note"], words=text)


def replacements(note: str, *, item: str = "", words: str) -> Iterator[StatedFact]:
    """Yield what is to be used instead of ``item``, or of the section's own subject."""
    if match := _INSTEAD.search(note):
        yield StatedFact("replaced_by", bare(match[1]), note, item=item, words=words)
