"""Which facts a question asks for, told by its wording alone; most questions ask for none."""

from __future__ import annotations

import re
from dataclasses import dataclass

VERSION = r"v?(?P<version>\d+(?:\.\d+)+)"
_WAS = r"(?:was|were|is|are|has|have|did|does|do|been|get|got|first)"
_SUBJECT = r"(?P<subject>.+?)"
_ADD = r"(?:added|introduced|available|appear(?:ed)?|exist(?:ed)?|implemented|supported|new|come|arrive)"
_WHEN = (
    r"(?:when|since when|(?:in |since |from |as of )?(?:which|what) (?:\w+ )?(?:version|release)(?: of \w+)?)"
)
_END = r"(?: to| in| into| from| of| by)?(?: django| the framework)?$"
_WHAT = r"(?:what(?:'s| is| was| are| were)?|tell me|which|show)"
_LAPSING = r"(?:been )?(?:still |now |already )?(?:deprecated|obsolete|removed|gone)"
_LAPSED = ("deprecated_in", "removed_in", "deprecated", "status")

_WORDINGS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("released_on",), rf"^{_WHEN} {_WAS} {_SUBJECT} (?:released|published|out){_END}"),
    (("released_on",), rf"^(?:{_WHAT} )?(?:the )?release date (?:of|for) {_SUBJECT}$"),
    (("last_reviewed",), rf"^{_WHEN} {_WAS} {_SUBJECT} (?:last )?(?:reviewed|checked|revised|updated){_END}"),
    (("removed_in",), rf"^{_WHEN} (?:{_WAS}|will) {_SUBJECT} (?:be )?(?:removed|dropped|deleted|gone){_END}"),
    (
        ("deprecated_in",),
        rf"^{_WHEN} (?:{_WAS}|become) {_SUBJECT} (?:been |become )?(?:deprecated|obsolete){_END}",
    ),
    (("removed_in",), rf"^{_WHEN} (?:removed|dropped) {_SUBJECT}$"),
    (("deprecated_in",), rf"^{_WHEN} deprecated {_SUBJECT}$"),
    (("changed_in",), rf"^{_WHEN} {_WAS} {_SUBJECT} (?:last )?(?:change|changed){_END}"),
    (("added_in",), rf"^{_WHEN} {_WAS} {_SUBJECT} (?:first |been )*{_ADD}{_END}"),
    (("added_in",), rf"^{_WHEN} (?:first )?(?:added|introduced|brought|has|had|supports?) {_SUBJECT}$"),
    (
        ("added_in",),
        rf"^{_WHEN} did (?:\w+ )?(?:introduce|add|get|gain|bring|start supporting|support) {_SUBJECT}$",
    ),
    (("added_in",), rf"^(?:is|was|are|were) {_SUBJECT} (?:new|added|introduced)$"),
    (
        _LAPSED,
        rf"^(?:is|was|are|were|has|have) {_SUBJECT} {_LAPSING}$",
    ),
    (("replaced_by",), rf"^{_WHAT} (?:has )?(?:replaced|replaces|superseded|supersedes) {_SUBJECT}$"),
    (("replaced_by",), rf"^{_WHAT} (?:\w+ ){{0,4}}instead of {_SUBJECT}$"),
    (
        ("replaced_by",),
        rf"^(?:{_WHAT} )?(?:the )?(?:replacement|successor|substitute) (?:of|for|to) {_SUBJECT}$",
    ),
    (("replaced_by",), rf"^{_WHAT} {_SUBJECT} (?:been )?(?:replaced|superseded) (?:by|with)$"),
    (
        ("default",),
        rf"^(?:.*?\b)?(?:the )?default(?: value| setting)? (?:of|for) {_SUBJECT}(?: (?:is|was|be))?$",
    ),
    (("default",), rf"^what (?:does|did|do) {_SUBJECT} default to$"),
    (("default",), rf"^(?:{_WHAT} )?(?:the )?{_SUBJECT}(?:'s)? default(?: value| setting)?$"),
    (("owner",), rf"^who (?:owns|maintains|is responsible for|looks after) {_SUBJECT}$"),
    (("owner",), rf"^(?:who|{_WHAT}) ?(?:is )?(?:the )?(?:owners?|maintainers?) (?:of|for) {_SUBJECT}$"),
    (("status",), rf"^(?:{_WHAT} )?(?:the )?(?:status|state) of {_SUBJECT}$"),
    (("status",), rf"^is {_SUBJECT} (?:stable|in beta|beta|experimental|in preview|final)$"),
)
_COMPILED = [(predicates, re.compile(pattern, re.IGNORECASE)) for predicates, pattern in _WORDINGS]
_TOLD = re.compile(
    rf"^what (?:did|does) (?:\w+ )?{VERSION} (?:say|state|give)(?: that| for| about| as)? ", re.IGNORECASE
)
_AT = re.compile(
    rf",? (?:in|under|as of) (?:the )?(?:\w+ )?(?:version |release )?{VERSION}(?: docs| release)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """``predicates`` of ``subject``, as the documentation of ``version`` (empty: the one read) has them."""

    predicates: tuple[str, ...]
    subject: str
    version: str = ""


def fact_question(question: str) -> FactQuestion | None:
    """Return what ``question`` asks to know of a state or a time; None when it asks for something else."""
    text = " ".join(question.replace("`", "").split()).rstrip("?!. ")
    text, version = _version_of(text)
    for predicates, pattern in _COMPILED:
        if match := pattern.search(text):
            return FactQuestion(predicates, match["subject"].strip(" ,'\""), version)
    return None


def _version_of(text: str) -> tuple[str, str]:
    """Return the question without the version whose documentation it is about, and that version."""
    if match := _TOLD.match(text):
        return text[match.end() :], match["version"]
    if match := _AT.search(text):
        return text[: match.start()], match["version"]
    return text, ""
