"""Earlier turns of a conversation complete a question that leans on them; no model is asked for that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cogi.answers.conf import conf
from cogi.answers.synthesis.question import words_of
from cogi.index.stop_words import stop_words

MOST_WORDS = 12
LONGEST_WORD = 60
_FEW_WORDS = 3
_JOINS = re.compile(
    r"\s*(?:and|or|but|also|then|so|what about|how about|same (?:for|with)|what if|why(?: not)?\s*\?)(?!\w)",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"(?<![\w`.])(?:it|its|them|they|their|this|that|these|those|there|one|ones|the same|the other|another"
    r"|instead|else)(?![\w`.])",
    re.IGNORECASE,
)
_STANDS_FOR_IT = re.compile(
    r"(?<![\w`.])(?:it|they|them|this|that|these|those|one|ones)(?![\w`.])", re.IGNORECASE
)
_WORD = re.compile(r"[^\s,;:!?()\"“”]*[^\s,;:!?()\"“”.]")
_ASKING = frozenset(
    {"tell", "show", "give", "explain", "use", "want", "need", "way", "make", "get", "work", "mean", "please"}
    | {"what", "which", "who", "when", "where", "why", "how", "may", "also", "about", "same", "instead"}
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A question that was asked before, and what was answered (empty: not known)."""

    question: str
    answer: str = ""


def last_turns(turns: Sequence[Turn]) -> list[Turn]:
    """Return the last ``COGI_ANSWER_TURNS`` turns, each text cut to ``COGI_ANSWER_TURN_CHARACTERS``."""
    kept = turns[len(turns) - conf.turns :] if conf.turns < len(turns) else turns
    most = conf.turn_characters
    return [Turn(turn.question[:most], turn.answer[:most]) for turn in kept]


def complete_question(question: str, turns: Sequence[Turn]) -> str:
    """Return ``question`` with the words that it leaves to the turns before it, at most ``MOST_WORDS``.

    A question leans on the one before it when it begins as its continuation (“and for MySQL?”), or says no
    more than three words besides a reference (“how do I change it?”). Then it gets those words of the last
    question, completed in the same way, that carry it and that it does not have itself: in place of its
    reference where they are few, or else behind it. Whatever else is asked stands alone. The cues are
    English; in another language a question always stands alone.
    """
    context = ""
    for asked in (*(turn.question for turn in turns), question):
        context = _completed(asked, context) if context and _leans(asked) else asked
    return context


def _completed(question: str, context: str) -> str:
    lacking = _lacking(question, context)
    if 0 < len(lacking) <= _FEW_WORDS and _STANDS_FOR_IT.search(question):
        words = " ".join(lacking)
        return _STANDS_FOR_IT.sub(lambda _: words, question, count=1)
    return " ".join((question, *lacking))


def _leans(question: str) -> bool:
    joined = _JOINS.match(question)
    return bool(joined or _REFERS.search(question)) and (
        len(_carrying(question)) <= _FEW_WORDS or (bool(joined) and len(question.split()) <= 2 * _FEW_WORDS)
    )


def _lacking(question: str, context: str) -> list[str]:
    own = words_of(question)
    return [word for word in _carrying(context) if word.casefold() not in own][:MOST_WORDS]


def _carrying(question: str) -> list[str]:
    """Return the words that say what a question is about, in order, each once."""
    words = dict.fromkeys(word for word in _WORD.findall(question) if len(word) <= LONGEST_WORD)
    says_little = stop_words("english") | _ASKING
    return [word for word in words if word.casefold() not in says_little and not _REFERS.fullmatch(word)]
