"""Rules over the words of a question, the most telling first; what none of them knows is semantic."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from cogi.retrieval.classifying import wordings
from cogi.retrieval.classifying.classes import QuestionClass
from cogi.retrieval.classifying.code import is_code, wants_code
from cogi.retrieval.classifying.names import is_about_a_name
from cogi.retrieval.classifying.relations import Wording, relation_in

_LONGEST_PLACE = 7
"""Words of the longest question that names a page and does not ask for one."""
LONGEST = 300
"""Characters in which a question says what it is; more than that is pasted text."""
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Classified:
    """The class of a question, and the relation that it asks for, if any."""

    question_class: QuestionClass
    relation: Wording | None = None


def classify(question: str) -> Classified:
    """Return the class of ``question`` (running text without operators); the same text has the same class."""
    text = _SPACE.sub(" ", question[:LONGEST]).strip()
    lower = text.lower().replace("’", "'")
    if is_code(text):
        return Classified(QuestionClass.CODE)
    relation = relation_in(text)
    if relation is not None and not (relation.weak and wordings.DATED.search(lower)):
        return Classified(QuestionClass.RELATIONAL, relation)
    return Classified(_unrelated(text, lower))


def _unrelated(text: str, lower: str) -> QuestionClass:
    words = lower.split()
    rules: tuple[tuple[QuestionClass, Callable[[], bool]], ...] = (
        (QuestionClass.HOW_TO, lambda: bool(wordings.HOW_TO.search(lower))),
        (QuestionClass.NAVIGATIONAL, lambda: _is_place(lower, words)),
        (QuestionClass.CODE, lambda: wants_code(lower)),
        (QuestionClass.HOW_TO, lambda: _is_task(lower, words)),
        (
            QuestionClass.TEMPORAL,
            lambda: bool(wordings.DATED.search(lower) or wordings.TEMPORAL.search(lower)),
        ),
        (QuestionClass.IDENTIFIER, lambda: is_about_a_name(text.split())),
    )
    return next((found for found, holds in rules if holds()), QuestionClass.SEMANTIC)


def _is_place(lower: str, words: list[str]) -> bool:
    if wordings.GO.search(lower):
        return True
    if len(words) > _LONGEST_PLACE or wordings.QUESTION.search(lower):
        return False
    named = bool(wordings.AT_PLACE.search(lower)) or bool(wordings.PLACE.search(lower))
    return named and not _is_task(lower, words)


def _is_task(lower: str, words: list[str]) -> bool:
    """A verb before the name of a page is part of that name: ``install guide``."""
    if not wordings.IMPERATIVE.search(lower):
        return False
    return not wordings.PLACE.fullmatch(" " + " ".join(words[1:]))
