"""How well a thing's names fit the words by which a question names it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

_WORD = re.compile(r"\d+(?:\.\d+)+|[\w-]*\w")
_CODE = re.compile(r"[a-z][A-Z]|_|\d|^[A-Z]{2}")
_QUALIFIERS = re.compile(r"[\w.]+\.(?=[A-Za-z_])")
_CALL = re.compile(r"\(.*", re.DOTALL)
_KINDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "to",
        "for",
        "from",
        "on",
        "with",
        "and",
        "or",
        "by",
        "as",
        "at",
        "is",
        "it",
        "its",
        "my",
        "new",
        "setting",
        "settings",
        "option",
        "options",
        "method",
        "function",
        "class",
        "attribute",
        "argument",
        "arguments",
        "keyword",
        "parameter",
        "parameters",
        "field",
        "fields",
        "command",
        "tag",
        "filter",
        "template",
        "module",
        "property",
        "support",
        "feature",
        "value",
        "page",
        "docs",
        "documentation",
        "django",
        "section",
        "type",
        "object",
        "flag",
        "manage.py",
    ]
)
_FAINT = 0.15
_AS_CODE = 3.0
_BESIDE = 0.6
_PRECISION = 0.25


class Asked:
    """The words that name a thing in a question. A name as code writes it says most; a kind, little."""

    def __init__(self, subject: str) -> None:
        self.weights = {word.lower(): _weight(word) for word in _words(subject)}

    @cached_property
    def strong(self) -> list[str]:
        """The words that a fitting name holds at least one of."""
        least = min(max(self.weights.values(), default=0.0), 1.0)
        return [word for word, weight in self.weights.items() if weight >= least]

    def fit(self, name: str, beside: Sequence[str]) -> float:
        """Return how well ``name`` is meant, 0 to 1; names that stand ``beside`` it explain the rest less."""
        own = _lowered(name)
        around = {word for each in beside for word in _lowered(each)}
        covered = sum(weight * _share(word, own, around) for word, weight in self.weights.items())
        total = sum(self.weights.values())
        if not total or not own:
            return 0.0
        # The last part of a dotted name is the thing; what stands before says where it lives.
        said = [word for word in _lowered(_QUALIFIERS.sub("", name)) if word not in _KINDS] or own
        precision = sum(word in self.weights or _stem(word) in self.weights for word in said) / len(said)
        return covered / total * (1 - _PRECISION + _PRECISION * precision)


def _weight(word: str) -> float:
    if word.lower() in _KINDS:
        return _FAINT
    return _AS_CODE if _CODE.search(word) else 1.0


def _share(word: str, own: set[str], around: set[str]) -> float:
    if word in own or _stem(word) in own:
        return 1.0
    return _BESIDE if word in around or _stem(word) in around else 0.0


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") else f"{word}s"


def _lowered(name: str) -> set[str]:
    return {word.lower() for word in _words(_CALL.sub("", name))}


def _words(text: str) -> list[str]:
    return [word.strip("-") for word in _WORD.findall(text.replace("'s", ""))]
