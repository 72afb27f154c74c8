"""The language of the search box: parsing never fails, since whatever is no operator is words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from cogi.index.analysis import WORD
from cogi.retrieval.fields import Condition, IsMetadata, condition_on, is_facet_key

_CLOSERS = {
    opener: re.compile(f"[{closers}]")
    for opener, closers in {
        '"': '"',
        "\uff02": "\uff02",
        "“": '”"',
        "”": "”",
        "„": '“”"',
        "«": "»",
        "»": "«",
        "「": "」",
        "『": "』",
    }.items()
}
# Japanese sets its quotes inside running text; the others open only where a word could begin, so that
# print("…") and class="…" stay text.
_OPEN_ANYWHERE = "「『"

_SPACE = re.compile(r"\s*")
_RUN = re.compile(r"\S+")
_RUN_UP_TO_QUOTE = re.compile(rf"[^\s{_OPEN_ANYWHERE}]+|[{_OPEN_ANYWHERE}]")
_PLAIN = re.compile(rf"[^\s\-:{''.join(_CLOSERS)}]+(?!\S)")
_FIELD = re.compile(r"-?(?P<name>[^\W\d_][\w.-]{0,40}):(?=\S)")
# -v, -rf, -1 and -std=c++17 are options and numbers: text, like --every-long-one.
_EXCLUDED_WORD = re.compile(r"-[^\W\d_](?:[^\s=]{2,}|(?<=[^\x00-\x7f])[^\s=]*)")


class Role(Enum):
    WORD = "word"
    PHRASE = "phrase"
    FILTER = "filter"


class Token(NamedTuple):
    """A part of a question, at characters ``start`` to ``end`` of it.

    ``text`` is the word as typed, what stands between a phrase's quotes, or a filter's value.
    """

    role: Role
    text: str
    start: int
    end: int
    excluded: bool = False
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question taken apart; ``tokens`` stand in the order in which they were typed."""

    question: str
    tokens: tuple[Token, ...]

    @property
    def words(self) -> str:
        """The running text that ranks."""
        return " ".join(t.text for t in self.tokens if t.role is Role.WORD and not t.excluded)

    @property
    def phrases(self) -> tuple[str, ...]:
        """What must stand in a match as it is written."""
        return tuple(t.text for t in self.tokens if t.role is Role.PHRASE and not t.excluded)

    @property
    def excluded(self) -> tuple[str, ...]:
        """Words and phrases that must not stand in a match."""
        return tuple(t.text for t in self.tokens if t.role is not Role.FILTER and t.excluded)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(token.condition for token in self.tokens if token.condition)

    @property
    def text(self) -> str:
        """The words and the phrases, in their order, without operators."""
        return " ".join(t.text for t in self.tokens if t.role is not Role.FILTER and not t.excluded)

    @property
    def has_words(self) -> bool:
        """Whether there is anything to search for."""
        return _has_word(self.text)

    @property
    def ends_in_word(self) -> bool:
        """Whether the last thing typed is a word, which may be unfinished."""
        return bool(self.tokens) and self.tokens[-1].role is Role.WORD and not self.tokens[-1].excluded

    def without(self, token: Token) -> str:
        """Return the question as it would be typed without ``token``."""
        return f"{self.question[: token.start].rstrip()} {self.question[token.end :].lstrip()}".strip()

    def corrected(self, corrections: Mapping[str, str]) -> ParsedQuestion:
        """Return the question with its words replaced as ``corrections`` say, all else as it was typed."""
        question, tokens, last = "", [], 0
        for token in self.tokens:
            question += self.question[last : token.start]
            typed = self.question[token.start : token.end]
            is_word = token.role is Role.WORD and not token.excluded
            own = _corrected(typed, corrections) if is_word else typed
            place = (len(question), len(question) + len(own))
            tokens.append(token._replace(text=own if is_word else token.text, start=place[0], end=place[1]))
            question += own
            last = token.end
        return ParsedQuestion(question + self.question[last:], tuple(tokens))


def parse(question: str, *, is_metadata: IsMetadata = is_facet_key) -> ParsedQuestion:
    """Take ``question`` apart, in time linear in its length. Nothing that can be typed is an error.

    ``"…"`` (and other languages' quotes) is a phrase, ``-word`` and ``-"…"`` exclude, ``field:value``
    filters where ``fields.condition_on`` says so, everything else is words. A question that only excludes
    is searched as words.
    """
    tokens = tuple(_Scanner(question, is_metadata).tokens())
    if any(_has_word(t.text) for t in tokens if t.role is not Role.FILTER and not t.excluded):
        return ParsedQuestion(question, tokens)
    return ParsedQuestion(question, tuple(_as_words(question, token) for token in tokens))


class _Scanner:
    def __init__(self, question: str, is_metadata: IsMetadata) -> None:
        self._question = question
        self._is_metadata = is_metadata
        quotes_inside = any(quote in question for quote in "」』")
        self._run = _RUN_UP_TO_QUOTE if quotes_inside else _RUN
        # An opening quote that nothing closes is not looked for again: that would take quadratic time.
        self._never_closed: set[str] = set()

    def tokens(self) -> Iterator[Token]:
        at = self._after_space(0)
        while at < len(self._question):
            token = self._token(at)
            yield token
            at = self._after_space(token.end)

    def _after_space(self, at: int) -> int:
        space = _SPACE.match(self._question, at)
        return space.end() if space else at

    def _token(self, at: int) -> Token:
        run = _PLAIN.match(self._question, at)
        if run:
            return Token(Role.WORD, run[0], at, run.end())
        if at and not self._question[at - 1].isspace():
            phrase = self._phrase(at, at) if self._question[at] in _OPEN_ANYWHERE else None
            return phrase or self._word(at)
        sign = self._question[at] == "-"
        return self._filter(at) or self._phrase(at, at + sign) or self._word(at, may_exclude=True)

    def _word(self, at: int, *, may_exclude: bool = False) -> Token:
        run = self._run.match(self._question, at)
        text = run[0] if run else self._question[at]
        end = at + len(text)
        if may_exclude and _EXCLUDED_WORD.fullmatch(text):
            return Token(Role.WORD, text[1:], at, end, excluded=True)
        return Token(Role.WORD, text, at, end)

    def _phrase(self, at: int, quote: int) -> Token | None:
        end = self._closed(quote)
        if end is None:
            return None
        inside = self._question[quote + 1 : end - 1].strip()
        if not _has_word(inside):
            return Token(Role.WORD, self._question[at:end], at, end)
        return Token(Role.PHRASE, inside, at, end, excluded=quote > at)

    def _filter(self, at: int) -> Token | None:
        field = _FIELD.match(self._question, at)
        if field is None:
            return None
        value, end = self._value(field.end())
        excluded = self._question[at] == "-"
        condition = condition_on(field["name"], value, excluded=excluded, is_metadata=self._is_metadata)
        if condition is None:
            return None
        return Token(Role.FILTER, value, at, end, excluded, condition)

    def _value(self, at: int) -> tuple[str, int]:
        """Return a filter's value, which may stand in quotes, and where it ends."""
        end = self._closed(at)
        if end is not None:
            return self._question[at + 1 : end - 1], end
        run = self._run.match(self._question, at)
        return (run[0], run.end()) if run and run[0][0] not in _CLOSERS else ("", at)

    def _closed(self, quote: int) -> int | None:
        """Return the end of what the quote at ``quote`` opens, past the closing one."""
        opener = self._question[quote : quote + 1]
        if opener not in _CLOSERS or opener in self._never_closed:
            return None
        closing = _CLOSERS[opener].search(self._question, quote + 1)
        if closing is None:
            self._never_closed.add(opener)
            return None
        return closing.end()


def _as_words(question: str, token: Token) -> Token:
    if token.role is Role.FILTER:
        return token
    return Token(Role.WORD, question[token.start : token.end], token.start, token.end)


def _has_word(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _corrected(text: str, corrections: Mapping[str, str]) -> str:
    return WORD.sub(lambda match: corrections.get(match[0], match[0]), text)
