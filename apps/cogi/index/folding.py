"""Folds letters to the form in which they are compared: lower case, without accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import partial
from operator import methodcaller

from cogi.index.words import normalize

_LIKE = {
    "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
    "ى": "ي", "ة": "ه", "ک": "ك", "ی": "ي",
}  # fmt: skip
"""Letters that people type as others although Unicode does not take them apart."""
_OWN = frozenset("йїў")
"""Letters in their own right whose mark is no accent: nobody types ``и`` for ``й``."""
_ACCENTS = (
    (0x0300, 0x036F), (0x0483, 0x0487), (0x0591, 0x05C7), (0x0610, 0x061A), (0x064B, 0x065F),
    (0x0670, 0x0670), (0x06D6, 0x06ED), (0x08D3, 0x08FF), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF), (0xFE00, 0xFE2F),
)  # fmt: skip
"""Marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters. Vowel signs of India's scripts are letters."""


class _Folding(dict[int, str]):
    """A table for ``str.translate`` that learns a letter when it first meets it."""

    def __missing__(self, code_point: int) -> str:
        self[code_point] = folded = _fold_letter(chr(code_point))
        return folded


def _fold_letter(letter: str) -> str:
    if letter in _OWN:
        return letter
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    kept = (c for c in unicodedata.normalize("NFD", letter) if not _is_accent(ord(c)))
    return unicodedata.normalize("NFC", "".join(_LIKE.get(c, c) for c in kept))


def _is_accent(code_point: int) -> bool:
    return any(first <= code_point <= last for first, last in _ACCENTS)


_folding = _Folding()


def unaccent(text: str) -> str:
    """Return ``text``, composed (NFC) or not, without accents, vowel points and tashkeel."""
    return text if text.isascii() else normalize(text, "NFC").translate(_folding)


def fold(text: str) -> str:
    """Return the form in which people's spellings agree: ``Écoles``, ``ecoles`` and ``ÉCOLES`` are one."""
    return unaccent(text.casefold())


_CONJUNCTION_AND_ARTICLE = re.compile(r"^[وف](?=ال\w{3})")
_DOTLESS = str.maketrans("Iİ", "ıi")

RESPELLINGS: Mapping[str, Callable[[str], str]] = {
    "arabic": partial(_CONJUNCTION_AND_ARTICLE.sub, ""),
    "russian": methodcaller("translate", str.maketrans("Ёё", "Ее")),
    # An English name in capitals is no Turkish word.
    "turkish": lambda word: word if word.isascii() else word.translate(_DOTLESS),
}
"""By language, what to do to a word of any case before its stop words and its stemmer can know it."""
