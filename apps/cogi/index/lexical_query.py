"""What the lexical engine is asked: words that rank, and what a match must and must not hold."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """A question to the lexical engine, already taken apart.

    ``words`` rank and are forgiven their typos. A match holds every one of ``phrases`` (each also ranks by
    its words, and is never corrected) and none of ``excluded`` (words or phrases). With
    ``complete_last_word`` the last of ``words`` is also a prefix.
    """

    words: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    complete_last_word: bool = False
