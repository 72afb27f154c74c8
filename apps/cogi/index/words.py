"""What counts as a word: cut from text before any language is known."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, pairwise
from typing import Literal

_JOINERS = (0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF)
"""What stands inside a word and is not seen: the soft hyphen, zero width spaces and joiners."""
_BEYOND_LETTERS = (0x1F000, 0xE0100)
"""Between these two code points, emoji and unassigned planes, Unicode has no combining marks."""


def _code_points() -> chain[int]:
    return chain(range(0x0300, _BEYOND_LETTERS[0]), range(_BEYOND_LETTERS[1], _BEYOND_LETTERS[1] + 240))


def _ranges(code_points: list[int]) -> str:
    """Return ``code_points``, in order, as the inside of a character class."""
    breaks = [i + 1 for i, (a, b) in enumerate(pairwise(code_points)) if b != a + 1]
    edges = pairwise([0, *breaks, len(code_points)])
    return "".join(f"{chr(code_points[start])}-{chr(code_points[end - 1])}" for start, end in edges)


MARKS = _ranges(sorted({*_JOINERS, *(c for c in _code_points() if unicodedata.category(chr(c))[0] == "M")}))
"""The inside of a character class: combining marks, which ``\\w`` leaves out, and unseen joiners."""


def _pattern(word: str, flags: re.RegexFlag) -> re.Pattern[str]:
    # Possessive, so that no text makes it go back: it is linear in the text.
    sigil = r"(?=[-.@$:])(?<![\w.$@:\-])(?:--?|[.@$]|::?)"
    connected = rf"(?:(?:::|->|/\.|:[/\\]|[.\-/\\:'’@#]){word})*+"
    return re.compile(rf"(?:{word}|{sigil}{word}){connected}(?:(?:\+\+\d*|\#)(?!\w))?", flags)


WORD = _pattern(rf"\w++(?:[{MARKS}]++\w*+)*+", re.NOFLAG)
"""A word with the marks that identifiers carry: --flag, @decorator, .NET, $HOME, a.b, a::b, a/b, C++, C#."""
ASCII_WORD = _pattern(r"\w++", re.ASCII)


def find_words(text: str) -> list[str]:
    """Return the words of ``text`` as ``WORD`` finds them, faster where the text is ASCII."""
    return (ASCII_WORD if text.isascii() else WORD).findall(text)


# Joiners, tatweel, and the vowel points of Hebrew and Arabic, which few writers set.
_UNSEEN = re.compile(
    "[{}\u0640\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e8\u06ea-\u06ed]".format("".join(map(chr, _JOINERS)))
)
_MANY_MARKS = 30
"""As many marks on a letter as Unicode's Stream-Safe Text Format (UAX 15) has: ordering more takes long."""
_TOO_MANY_MARKS = re.compile(rf"(?<=[{MARKS}]{{{_MANY_MARKS}}})[{MARKS}]+")
_NOT_LETTERS = re.compile(rf"[^\w{MARKS}]|[\d_]")


def normalize(text: str, form: Literal["NFC", "NFKC"]) -> str:
    """Return ``text`` in a form of Unicode in linear time, without marks beyond the 30th of a letter."""
    return unicodedata.normalize(form, _TOO_MANY_MARKS.sub("", text))


def clean(word: str) -> str:
    """Return ``word`` in its compatibility form (NFKC), without joiners, tatweel and vowel points."""
    if word.isascii():
        return word
    return unicodedata.normalize("NFC", _UNSEEN.sub("", normalize(word, "NFKC")))


def is_one_style(word: str) -> bool:
    """Tell whether ``word`` is letters alone, written lower, UPPER or Title: no identifier by its looks."""
    if word.isascii():
        return word.isalpha() and (word.islower() or word.istitle() or word.isupper())
    return not _NOT_LETTERS.search(word) and word in {word.lower(), word.upper(), word.title()}
