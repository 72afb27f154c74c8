"""Scores statements: what of the question they hold, where they stand, and whether they can stand alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from cogi.answers.events import Source
from cogi.answers.markdown import Block, code_lines
from cogi.answers.synthesis.base import Evidence
from cogi.answers.synthesis.cues import DEFINES, IS_ASIDE, LEANS, POINTS, REFERS, SYMBOL, TELLS_HISTORY
from cogi.answers.synthesis.question import Question, lexemes_of, read_question, words_of
from cogi.answers.synthesis.statements import Statement, read_statements

LONGEST_CODE = 40
LEAD = 1.25
LEAST_STANDING = 0.5
_NEAR_HEADING, _NEAR_DEFINED, _FAR_HEADING, _CODE = 0.55, 2.0, 0.25, 0.3
_RANK_DECAY, _ORDER_DECAY = 0.15, 0.03
_WORDING, _TITLED, _ENTRY = 0.8, 0.5, 0.75
_LEANING, _HISTORY = 0.7, 0.5
_SUBJECT_WORDS = 6
_SHORT_WORDS, _FEW_WORDS, _MANY_WORDS = 4, 7, 45


@dataclass(frozen=True, slots=True)
class Scored:
    """A statement of the ``evidence`` at index ``at``, its score, and its own lexemes."""

    at: int
    statement: Statement
    score: float
    lexemes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """The question as the evidence bears on it, and every statement with its score."""

    question: Question
    statements: Sequence[Sequence[Scored]]
    relevance: float


def read_evidence(question_text: str, evidence: Sequence[Evidence]) -> Reading:
    passages = [lexemes_of(each.whole, each.language) for each in evidence]
    question = read_question(question_text, evidence=evidence, passages=passages)
    statements = [list(_score_passage(question, each, at)) for at, each in enumerate(evidence)]
    relevance = max((question.held_share(passage) for passage in passages), default=0.0)
    return Reading(question, statements, relevance)


def _score_passage(question: Question, evidence: Evidence, at: int) -> Iterator[Scored]:
    leads = True
    of_place = _place_factor(question, evidence.source)
    for statement in read_statements(evidence.text):
        own = lexemes_of(statement.text, evidence.language)
        standing = _standing_factor(statement)
        is_lead = leads and standing > LEAST_STANDING
        leads = leads and not is_lead
        score = _coverage(question, evidence, statement, own) * standing * of_place
        score *= _manner_factor(question, statement, evidence.language, is_lead=is_lead)
        score /= (1 + _RANK_DECAY * at) * (1 + _ORDER_DECAY * statement.order)
        yield Scored(at, statement, score, own)


def _place_factor(question: Question, source: Source) -> float:
    """Lower what answers another kind of question: history, and an entry of a reference for a how-to."""
    factor = 1.0
    if not question.wants_history and TELLS_HISTORY.search(" ".join((source.title, *source.trail))):
        factor *= _HISTORY
    trail = source.trail or (source.title,)
    is_entry = SYMBOL.fullmatch(trail[-1]) and _titled(question, trail) < _TITLED
    if is_entry and question.wants_code and not question.wants_definition:
        factor *= _ENTRY
    return factor


def _manner_factor(question: Question, statement: Statement, language: str, *, is_lead: bool) -> float:
    """Raise what a question of this manner asks for: a section's opening, a definition, an example."""
    factor = LEAD if is_lead else 1.0
    if question.wants_definition:
        factor *= _definition_factor(question, statement, language, is_lead=is_lead)
    if question.wants_code and shows_code(statement):
        factor *= 1.25
    return factor


def _definition_factor(question: Question, statement: Statement, language: str, *, is_lead: bool) -> float:
    """A definition opens a section, or begins with what the question names."""
    if not DEFINES.match(statement.text):
        return LEAD if is_lead else 1.0
    beginning = " ".join(statement.text.split()[:_SUBJECT_WORDS])
    names_it = question.weights.keys() <= lexemes_of(beginning, language)
    return LEAD * (1.6 if names_it else 1.2) if is_lead or names_it else 1.0


def _coverage(question: Question, evidence: Evidence, statement: Statement, own: frozenset[str]) -> float:
    """Headings speak for what stands below them, the nearest one most; code for the words before it."""
    trail = evidence.source.trail or (evidence.source.title,)
    near = lexemes_of(trail[-1], evidence.language) - own
    far = lexemes_of(" ".join(trail[:-1]), evidence.language) - own - near
    code = frozenset[str]()
    for block in (*statement.attached, *filter(None, (statement.example,))):
        code |= lexemes_of(block.text, evidence.language) - own - near
    return (
        question.coverage(own)
        + _heading_weight(question, trail[-1], evidence.language) * question.coverage(near)
        + _FAR_HEADING * question.coverage(far)
        + _CODE * question.coverage(code - far)
        + _WORDING * _wording(question, statement.text, trail)
    )


def _wording(question: Question, text: str, trail: Sequence[str]) -> float:
    """Return how much the statement, or a heading above it, is worded as the question is, 0 to 1."""
    said = len(question.words & words_of(text)) / len(question.words) if question.words else 0.0
    return max(said, _titled(question, trail))


def _titled(question: Question, trail: Sequence[str]) -> float:
    return max(jaccard(question.words, words_of(heading)) for heading in trail)


def jaccard(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    together = one | other
    return len(one & other) / len(together) if together else 0.0


def _heading_weight(question: Question, heading: str, language: str) -> float:
    """A definition stands under a heading that is what the question names, and no more than that."""
    if not question.wants_definition:
        return _NEAR_HEADING
    lexemes = lexemes_of(heading, language)
    named = len(lexemes & question.weights.keys()) / len(lexemes) if lexemes else 0.0
    return _NEAR_HEADING + (_NEAR_DEFINED - _NEAR_HEADING) * named**2


def _length_factor(text: str) -> float:
    words = len(text.split())
    if words < _SHORT_WORDS:
        return 0.3
    if words < _FEW_WORDS:
        return 0.8
    return min(1.0, _MANY_WORDS / words)


def _standing_factor(statement: Statement) -> float:
    """Lower what reads badly without its neighbours; what announces something that is not shown is out."""
    if statement.text.startswith(("...", "…")) or statement.is_open:
        return 0.0
    if any(_is_long_code(block) for block in statement.attached):
        return 0.0
    factor = _length_factor(statement.text)
    if statement.text.endswith("?"):
        factor *= 0.3
    if LEANS.match(statement.text):
        factor *= _LEANING
    if is_aside(statement.text):
        factor *= 0.4
    if POINTS.search(statement.text):
        factor *= 0.7
    if REFERS.search(statement.text):
        factor *= 0.4
    return factor


def _is_long_code(block: Block) -> bool:
    return block.kind == "code" and code_lines(block) > LONGEST_CODE


def shows_code(statement: Statement) -> bool:
    return any(block.kind == "code" and not _is_long_code(block) for block in statement.attached)


def leans_on_the_one_before(text: str) -> bool:
    return bool(LEANS.match(text))


def is_aside(text: str) -> bool:
    return bool(IS_ASIDE.match(text))


def upright(scored: Scored) -> float:
    """Return the score that a statement has beside the one that it leans on."""
    return scored.score / _LEANING if leans_on_the_one_before(scored.statement.text) else scored.score
