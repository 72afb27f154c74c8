"""Release notes and changelogs: what came, went and changed with the version that a heading names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from cogi.ingest.documents import Section, StatedFact
from cogi.ingest.facts.base import FactExtractor
from cogi.ingest.facts.names import CODE, LONGEST, bare, names_in, statements_in
from cogi.ingest.facts.versions import replacements

_KIND = re.compile(
    r"\b(?:release notes|change ?log|changes|what.?s new|release history|deprecation timeline|releases)\b",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+(?:(?:a|b|rc)\d+)?|\d+(?=\s*$|\]))(?![\w.])")
_DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b|\b([A-Z][a-z]+ \d{1,2}, \d{4})\b")
_HEADINGS = (
    (re.compile(r"\bremov|\bdropped", re.IGNORECASE), "removed_in"),
    (re.compile(r"\bdeprecat", re.IGNORECASE), "deprecated_in"),
    (re.compile(r"^added\b|\bfeatures?\b|what.?s new|^new\b", re.IGNORECASE), "added_in"),
    (re.compile(r"^changed\b|\bincompatible\b", re.IGNORECASE), "changed_in"),
)
_NEW = re.compile(
    rf"(?:The |Added |Adds |Introduced )?(?:(?:a|an|the) )?(?:new )(?:[\w-]+ ){{0,3}}?{CODE}", re.IGNORECASE
)
_GAINED = re.compile(
    r"[A-Z]\w+(?: \d[\d.]*)? (?:now |also )*(?:includes|adds|introduces|provides|gained) (?:support for )?"
    rf"(?:(?:a|an|the) )?(?:new )?{CODE}"
)
_AND = re.compile(rf"(?:,| and|, and) {CODE}")
_OF = re.compile(rf"(?: [\w-]+){{0,4}}? (?:of|to|for|in|on|from) (?:the )?{CODE}")
_ADDED = re.compile(rf"(?:Added|Adds|Introduced) (?:[\w-]+ ){{0,6}}?{CODE}", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|will|now|may)\b")
_SHORT = 80


class Changelogs(FactExtractor):
    def extract(self, section: Section, trail: Sequence[str]) -> Iterator[StatedFact]:
        version = _version(trail)
        if not version:
            return
        yield from _dated(section, trail)
        heading = _by_heading(trail)
        if _is_feature(trail):
            yield StatedFact("added_in", version, item=bare(section.title.strip("`"))[:LONGEST])
        for text in statements_in(section):
            yield from _said(text, version, heading)


def _version(trail: Sequence[str]) -> str:
    """Return the version that the nearest heading names, on a page of release notes."""
    if not any(_KIND.search(title) for title in trail):
        return ""
    found = (match[1] for title in reversed(trail) if (match := _VERSION.search(title)))
    return next(found, "")


def _by_heading(trail: Sequence[str]) -> str:
    for title in reversed(trail[1:]):
        for pattern, predicate in _HEADINGS:
            if pattern.search(title):
                return predicate
    return ""


def _is_feature(trail: Sequence[str]) -> bool:
    """A heading below “What's new” names something new, unless it names a kind of change."""
    above = trail[-2] if trail[1:-1] else ""
    named = any(pattern.search(trail[-1]) for pattern, _ in _HEADINGS)
    return bool(re.search(r"what.?s new", above, re.IGNORECASE)) and not named


def _dated(section: Section, trail: Sequence[str]) -> Iterator[StatedFact]:
    if not _VERSION.search(trail[-1]):
        return
    first = next((block.text for block in section.blocks if block.kind == "paragraph"), "")
    for text in (trail[-1], first[:_SHORT]):
        match = _DATE.search(text)
        if match and (day := match[1] or _iso(match[2])):
            yield StatedFact("released_on", day, words=first)
            return


def _iso(words: str) -> str:
    try:
        return datetime.strptime(words, "%B %d, %Y").date().isoformat()  # noqa: DTZ007 - a day, not a moment
    except ValueError:
        return ""


def _said(text: str, version: str, heading: str) -> Iterator[StatedFact]:
    if (
        match := _NEW.match(text)
        or _GAINED.match(text)
        or (_ADDED.match(text) if heading == "added_in" else None)
    ):
        for item in _new_items(match, text):
            yield StatedFact("added_in", version, text, item=item, words=text)
        return
    predicate = _by_words(text) or (heading if heading in {"removed_in", "deprecated_in"} else "")
    for item in _subjects(text) if predicate else ():
        yield StatedFact(predicate, version, text, item=item, words=text)
        yield from replacements(text, item=item, words=text)


def _subjects(text: str) -> list[str]:
    """Return the names that the sentence begins with, or else its words before the verb."""
    verb = _VERB.search(text)
    lead = text[: verb.start()] if verb else text[: text.find(".") + 1 or None]
    if re.match(r"(?:Support for )?(?:The |the )?(?:(?!\w+ing )[\w-]+ )?`", lead):
        return list(dict.fromkeys(names_in(lead)))
    return [lead.replace("`", "").strip()[:LONGEST]] if names_in(lead) else []


def _new_items(match: re.Match[str], text: str) -> Iterator[str]:
    names, end = [match[1]], match.end()
    while following := _AND.match(text, end):
        names.append(following[1])
        end = following.end()
    owner = _OF.match(text, end)
    for name in names:
        yield (f"{bare(owner[1])} {bare(name)}" if owner else bare(name))[:LONGEST]


def _by_words(text: str) -> str:
    if re.search(r"\b(?:is|are|was|were|will be|has been|have been)(?: now)? (?:removed|dropped)\b", text):
        return "removed_in"
    if re.search(r"\b(?:is|are|was|were|has been|have been)(?: now)? deprecated\b", text):
        return "deprecated_in"
    return "changed_in" if re.search(rf"^(?:The )?{CODE}[^.]{{0,60}}? now \w+", text) else ""
