"""Tells whether the passages that a sentence cites hold what it says, by their words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cogi.answers.citations import CITATION
from cogi.answers.synthesis.base import Evidence
from cogi.answers.synthesis.links import LINK
from cogi.answers.synthesis.question import lexemes_of
from cogi.index.stop_words import stop_words

LEAST_HELD = 0.5
_MANY_WORDS = 6
_WORD = re.compile(r"[^\W\d_]+")
# What a paraphrase keeps as it is: code, numbers, versions, names with a sign or a capital inside.
_EXACT = re.compile(
    r"`[^`\n]+`|(?<![\w.])(?:\w*\d[\w.]*|\w+(?:[._]\w+)+|[a-zA-Z]*[a-z][A-Z]\w*|_\w+|\w+(?=\(\)))", re.ASCII
)
_PART = re.compile(r"\w+")


def is_supported(sentence: str, cited: Sequence[Evidence]) -> bool:
    """Tell whether ``cited`` hold at least half of the sentence's lexemes, and all its numbers and names.

    A name in parts, such as ``auth.login``, is held when each part is. A sentence in another language than
    the passages shares no lexemes with them; it is one when it is long and has none of their stop words.
    """
    said = CITATION.sub(" ", LINK.sub(lambda link: link[1], sentence))
    passages = [each.whole for each in cited]
    known = {part for passage in passages for part in _PART.findall(passage.casefold())}
    exact = {part for name in _EXACT.findall(said) for part in _PART.findall(name.casefold())}
    if not exact <= known:
        return False
    return any(_is_foreign(said, each.language) for each in cited) or _held_share(said, cited) >= LEAST_HELD


def _held_share(said: str, cited: Sequence[Evidence]) -> float:
    """Return the greatest share of the lexemes that the passages of one language have; 1 without lexemes."""
    known: dict[str, set[str]] = {each.language: set() for each in cited}
    for each in cited:
        known[each.language] |= lexemes_of(each.whole, each.language)
    return max(_share(lexemes_of(said, language), lexemes) for language, lexemes in known.items())


def _share(lexemes: frozenset[str], known: set[str]) -> float:
    return len(lexemes & known) / len(lexemes) if lexemes else 1.0


def _is_foreign(said: str, language: str) -> bool:
    words = _WORD.findall(said.casefold())
    known = stop_words(language)
    return bool(known) and len(words) >= _MANY_WORDS and known.isdisjoint(words)
