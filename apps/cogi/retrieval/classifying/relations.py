"""Which relation a question asks for, from where and in which direction: told by its wording."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from cogi.corpus.vocabulary import EdgeLabel


class Way(Enum):
    """How the answer lies to the thing that the question names."""

    OUT = "out"
    IN = "in"
    BOTH = "both"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Wording:
    """``names`` are the things that the question names, as it writes them; two of them for ``BETWEEN``.

    ``labels`` weigh the edges that answer. A ``weak`` wording asks for something else where a date is named.
    """

    way: Way
    labels: Mapping[EdgeLabel, float]
    names: tuple[str, ...]
    weak: bool = False


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: re.Pattern[str]
    way: Way
    labels: Mapping[EdgeLabel, float]
    weak: bool = False


DEPENDS, XREF, PART = EdgeLabel.DEPENDS_ON, EdgeLabel.XREF, EdgeLabel.PART_OF
_USES: Mapping[EdgeLabel, float] = {DEPENDS: 1.0, EdgeLabel.IMPLEMENTED_BY: 0.6, XREF: 0.3}
_ALL: Mapping[EdgeLabel, float] = dict.fromkeys(EdgeLabel, 1.0)
_KNOWS: Mapping[EdgeLabel, float] = {
    EdgeLabel.FOR_ROLE: 1.0,
    EdgeLabel.TEACHES_SKILL: 1.0,
    EdgeLabel.APPLIES_TO: 0.7,
    XREF: 0.3,
}
_WHAT = (
    r"^(?:(?:so|and|tell me|show me|list|find|give me|show) )?(?:all |any |every)?"
    r"(?:what|which|who|things?|everything|anything|pages?"
    r"|docs|documents|sections|modules|units|courses|"
    r"services|paths|topics)"
)
_KIND = r"(?: (?:else|other|all|[\w-]+s)){0,3}"
_X = r"(?P<x>.+?)"
_END = r"[\s?.!]*$"
_PARTS = (
    r"(?:units?|modules?|parts|sections|pages|chapters|topics|lessons|steps|children|contents?|members"
    r"|courses)"
)


def _rule(pattern: str, way: Way, labels: Mapping[EdgeLabel, float], *, weak: bool = False) -> _Rule:
    return _Rule(re.compile(pattern + _END, re.IGNORECASE), way, labels, weak)


def _rules() -> Iterator[_Rule]:
    yield _rule(
        r"^how (?:are|is|do|does) (?P<x>.+?) (?:and|to|with) (?P<y>.+?) (?:related|connected|"
        r"linked|relate|connect|fit together)(?: to (?:each other|one another))?",
        Way.BETWEEN,
        _ALL,
    )
    yield _rule(
        r"^how (?:are|is|do|does) (?P<x>.+?) (?:related|connected|linked|relate|connect) (?:to|"
        r"with) (?P<y>.+?)",
        Way.BETWEEN,
        _ALL,
    )
    yield _rule(
        r"\b(?:relations?|relationships?|connections?|links?|path|paths) (?:between|from) "
        r"(?P<x>.+?) (?:and|to) (?P<y>.+?)",
        Way.BETWEEN,
        _ALL,
    )
    yield _rule(
        r"\b(?:relations?|relationships?|connections?) of (?P<x>.+?) (?:and|to|with) (?P<y>.+?)",
        Way.BETWEEN,
        _ALL,
    )
    yield _rule(
        r"^what (?:connects|links|relates|ties) (?P<x>.+?) (?:and|to|with) (?P<y>.+?)",
        Way.BETWEEN,
        _ALL,
    )
    superseded = {EdgeLabel.SUPERSEDED_BY: 1.0}
    yield _rule(
        r"^(?:what|which)\b.*? (?:was|were|is|are|got|has been|have been) (?:superseded|replaced|"
        rf"obsoleted) by {_X}",
        Way.IN,
        superseded,
    )
    yield _rule(
        rf"^(?:what|which)\b.*? (?:does|do|did) {_X} (?:supersede|replace|obsolete)",
        Way.IN,
        superseded,
    )
    yield _rule(
        r"^what (?:was |is |has |should i use |do i use |do we use |can i use )?(?:now |been "
        rf")?(?:used |use )?(?:instead of|in place of) {_X}(?: now| today)?",
        Way.OUT,
        superseded,
    )
    yield _rule(
        r"^(?:what|which|who)\b(?: \w+){0,3}? (?:has |have )?(?:replaced|replaces|superseded|"
        rf"supersedes|obsoletes|succeeds|succeeded|took over from) {_X}",
        Way.OUT,
        superseded,
    )
    yield _rule(
        rf"\b(?:successors?|replacements?|substitutes?) (?:of|for|to) {_X}",
        Way.OUT,
        superseded,
    )
    yield _rule(
        rf"^what (?:was|is|has|were|are) {_X} (?:been )?(?:replaced|superseded)(?: by| with)?",
        Way.OUT,
        superseded,
    )
    yield _rule(rf"^(?:what|which) .*?\bis used instead of {_X}", Way.OUT, superseded)
    depends = {DEPENDS: 1.0}
    yield _rule(
        rf"\b(?:pre-?requisites?|prereqs?|preconditions?) (?:of|for|to|before) {_X}",
        Way.OUT,
        depends,
    )
    yield _rule(rf"^what (?:are|is) {_X}'s? (?:pre-?requisites?|prereqs?)", Way.OUT, depends)
    yield _rule(
        r"^(?:what|which)\b(?=.* before ).*? (?:should|must|do|need|have) (?:i|we|you|one|to "
        rf"be)\b.*? before (?:starting |taking |doing |reading |i start |i take )?{_X}",
        Way.OUT,
        depends,
    )
    yield _rule(rf"^(?:what|which)\b.*? comes? before {_X}", Way.OUT, depends)
    yield _rule(
        r"^(?:what|which)\b.*? (?:comes?|follows?|is next|should i (?:read|take|do)(?: next)?) "
        rf"(?:after )?{_X}(?<!to)",
        Way.IN,
        {DEPENDS: 1.0, XREF: 0.2},
    )
    yield _rule(
        rf"^what (?:does|do|did) {_X} (?:depend on|rely on|build on|require|need)",
        Way.OUT,
        _USES,
    )
    yield _rule(rf"\bdependenc(?:y|ies) of {_X}", Way.OUT, _USES)
    yield _rule(
        rf"{_WHAT}{_KIND} (?:that )?(?:depends?|rel(?:y|ies)|builds?) (?:up)?on {_X}",
        Way.IN,
        _USES,
    )
    yield _rule(rf"\bdependents of {_X}", Way.IN, _USES)
    yield _rule(rf"{_WHAT}{_KIND} (?:requires?|needs?) {_X}", Way.IN, _USES, weak=True)
    yield _rule(
        rf"^what (?:does|do) {_X} (?:link to|refer to|reference|point to|mention)",
        Way.OUT,
        {XREF: 1.0},
    )
    yield _rule(
        rf"{_WHAT}{_KIND} (?:that |which )?(?:mentions? and )?(?:links? to|refers? to|references?|"
        rf"points? to|mentions?|cites?|links here) {_X}",
        Way.IN,
        {XREF: 1.0},
    )
    yield _rule(rf"\b(?:back ?links|incoming links|references) (?:to|of) {_X}", Way.IN, {XREF: 1.0})
    yield _rule(rf"^where is {_X} (?:referenced|mentioned|linked)", Way.IN, {XREF: 1.0})
    implemented = {EdgeLabel.IMPLEMENTED_BY: 1.0}
    yield _rule(rf"^(?:what|which)\b.*? (?:does|do) {_X} implement", Way.IN, implemented)
    yield _rule(rf"{_WHAT}{_KIND} implements? {_X}", Way.OUT, implemented)
    yield _rule(rf"\bimplementations? of {_X}", Way.OUT, implemented)
    teaches = {EdgeLabel.TEACHES_SKILL: 1.0}
    yield _rule(rf"^(?:what|which)\b.*? (?:does|do) {_X} teach", Way.OUT, teaches)
    yield _rule(
        rf"{_WHAT}{_KIND} (?:teach(?:es)?|covers?) {_X}",
        Way.IN,
        {**teaches, XREF: 0.2},
        weak=True,
    )
    yield _rule(
        r"^who\b(?: .*?)? (?:knows?|understands?|is (?:an )?experts? (?:in|on)) (?:about |of "
        rf")?{_X}",
        Way.BOTH,
        _KNOWS,
        weak=True,
    )
    yield _rule(
        r"^who (?:owns?|maintains?|manages?|looks after|is responsible for|is in charge of|wrote) "
        rf"{_X}",
        Way.BOTH,
        _KNOWS,
        weak=True,
    )
    yield _rule(
        rf"{_WHAT}{_KIND} (?:belongs? to|(?:is|are) (?:inside|part of|in|contained in|within)) {_X}",
        Way.IN,
        {PART: 1.0},
    )
    yield _rule(
        rf"^(?:what|which)\b.*? (?:does|do|is|are) {_X} (?:part of|belong to|a part of)",
        Way.OUT,
        {PART: 1.0},
    )
    yield _rule(
        r"^(?:which|what) (?:module|path|course|section|chapter|group) (?:contains|includes|has|"
        rf"holds) {_X}",
        Way.OUT,
        {PART: 1.0},
    )
    yield _rule(
        rf"^(?:what |which |list |show |what are |all |the )*{_PARTS} (?:of|does|in) {_X}(?: "
        r"(?:have|contain|include|consist of))?(?<! page)",
        Way.IN,
        {PART: 1.0},
    )
    yield _rule(rf"^what (?:does|do) {_X} (?:contain|consist of|include)", Way.IN, {PART: 1.0})
    yield _rule(rf"{_WHAT}{_KIND} (?:applies|apply) to {_X}", Way.IN, {EdgeLabel.APPLIES_TO: 1.0})
    yield _rule(
        rf"{_WHAT}{_KIND} (?:is|are|was|were) (?:derived from|based on|generated from|adapted "
        rf"from) {_X}",
        Way.IN,
        {EdgeLabel.DERIVED_FROM: 1.0},
    )
    yield _rule(
        rf"^what (?:is|are|was) {_X} (?:derived from|based on|generated from)",
        Way.OUT,
        {EdgeLabel.DERIVED_FROM: 1.0},
    )
    yield _rule(
        rf"^(?:what|which) [\w-]+s?(?: [\w-]+s)? (?:uses?|calls?|imports?|consumes?|extends?) {_X}",
        Way.IN,
        _USES,
        weak=True,
    )
    yield _rule(
        r"^(?:everything|anything|all pages|pages|all docs) (?:that )?(?:uses?|using|about) "
        rf"{_X}(?<!about)",
        Way.IN,
        _USES,
        weak=True,
    )
    yield _rule(rf"^(?:what|which|pages|topics)\b.*? (?:is|are)? ?related to {_X}", Way.BOTH, _ALL)


_RULES = tuple(_rules())
_LETTERS = 4
_CUE_WORDS = (
    "adap afte appl back base befo belo buil call chap char chil cite come conn cons cont cour cove depe "
    "deri expe exte "
    "foll gene hold impl impo incl insi inst know less link look main mana memb ment modu need next obso "
    "own owns page "
    "part path poin prec pre- prer refe rela reli rely repl requ resp sect step subs succ supe teac ties "
    "took topi unde "
    "unit use uses usin with wrot"
)
_CUES = frozenset(_CUE_WORDS.split())
"""How a word begins, by its first letters, without which no rule can match: most questions stop here."""
LONGEST = 160
"""Characters of the longest question that is read for relations, whose rules take cubic time."""


def relation_in(question: str) -> Wording | None:
    """Return the relation that ``question`` asks for, or None."""
    if len(question) > LONGEST or _CUES.isdisjoint(word[:_LETTERS] for word in question.lower().split()):
        return None
    for rule in _RULES:
        match = rule.pattern.search(question)
        if match:
            names = tuple(name.strip() for name in match.groupdict().values() if name)
            return Wording(rule.way, rule.labels, names, rule.weak)
    return None
