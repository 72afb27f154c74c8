"""Takes identifiers apart by their looks; it knows no language and reads no dictionary."""

from __future__ import annotations

import re

_SIGILS = "-.@$:"
# A point between digits is that of a number or a version.
_SEPARATOR = re.compile(r"(::|->|/\.|:[/\\]|[/\\:@#](?=\w)|\.(?!\d)|(?<!\d)\.)")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+(?:[a-z]+\d*)?)")
_SUFFIX = re.compile(r"\+\+|#")
_SIGNED = re.compile(r"\w+\+\+(?=\d)")
# URLs is one word, HTTPServer two.
_ASCII_INNER = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
# The same on a word's shape: A for a capital, s for an s, a for another letter, 0 for a digit.
_INNER = re.compile(r"A{2,}s(?![as])|A+(?=A[as])|A?[as]+|A+|0+")
LONGEST = 64
"""A longer run of letters and digits is a digest or the like: nobody looks for the words inside."""


def without_sigil(word: str) -> str:
    """Return ``--flag`` as ``flag``, ``@decorator`` as ``decorator``, ``.NET`` as ``NET``."""
    return word.lstrip(_SIGILS)


def joined_names(bare: str) -> list[str]:
    """Return the names that ``bare`` joins, and between them what joins them: ``a.b::c``."""
    return _SEPARATOR.split(bare)


def version(unit: str) -> str:
    """Return the number of a version (``v1.2.3`` is ``1.2.3``), or nothing."""
    found = _VERSION.fullmatch(unit)
    return found[1] if found else ""


def pieces(component: str) -> list[str]:
    """Return the words of a snake_case name, or those around the sign of ``C++17``."""
    if component.isalnum():
        return [component]
    return [piece for part in component.split("_") for piece in _SUFFIX.split(part) if piece]


def signed(component: str) -> str:
    """Return the ``C++`` of ``C++17``, or nothing."""
    found = _SIGNED.match(component)
    return found[0] if found else ""


def inner_words(piece: str) -> list[str]:
    """Return the words and numbers that ``piece`` writes together: ``HTTP2Server``, ``camelCase``."""
    if len(piece) > LONGEST:
        return [piece]
    if piece.isascii():
        return _ASCII_INNER.findall(piece)
    shape = "".join(map(_shape, piece))
    return [piece[match.start() : match.end()] for match in _INNER.finditer(shape)]


def _shape(letter: str) -> str:
    return "A" if letter.isupper() else "0" if letter.isdecimal() else "s" if letter == "s" else "a"
