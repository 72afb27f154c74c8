"""How a question is put, and what could answer it; nothing here is learnt."""

from __future__ import annotations

import re
from enum import StrEnum

from cogi.index.stop_words import stop_words

VERBOSE_WORDS = 20
KEYWORDS = 3
CODE_SHARE = 0.5

_WORD = re.compile(r"\w+")
_ASKING = frozenset(
    "how what why when where which who whose can could is are does do did should would will".split()  # noqa: SIM905
)


class QuestionForm(StrEnum):
    """``CODE`` is answered by code, whatever its form; the others tell how a question is put."""

    CODE = "code"
    VERBOSE = "verbose"
    QUESTION = "question"
    KEYWORDS = "keywords"
    STATEMENT = "statement"


def form_of(question: str, *, code_share: float = 0.0, language: str = "english") -> QuestionForm:
    """Return the form of ``question``; ``code_share`` of its best candidates are code and nothing else.

    Words that ask are known in English only: a question of another language is one by its question mark.
    """
    words = [word.lower() for word in _WORD.findall(question)]
    asks = question.rstrip().endswith(("?", "？"))  # noqa: RUF001 - the full-width mark of CJK text
    if code_share >= CODE_SHARE:
        return QuestionForm.CODE
    if asks and len(words) >= VERBOSE_WORDS:
        return QuestionForm.VERBOSE
    if asks or (words and words[0] in _ASKING):
        return QuestionForm.QUESTION
    if sum(word not in stop_words(language) for word in words) <= KEYWORDS:
        return QuestionForm.KEYWORDS
    return QuestionForm.STATEMENT
