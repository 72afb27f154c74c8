"""The fields of a filter, ``field:value``: which there are, and which values make one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind
from cogi.retrieval.conf import conf

FIELDS = KIND, SCOPE, LANGUAGE, PATH, SECTION = "kind", "scope", "language", "path", "section"

HIT_KINDS = tuple(kind for kind in NodeKind if kind not in PAGE_PARTS and kind != NodeKind.GROUP)
"""What a hit can be: a part is shown under its page, and a group has no text."""

_SCOPE = re.compile(r"[^\s/]+/[^\s/]+/[^\s/]+")
_LOCALE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]+)*")
_KINDS = {kind.value.casefold(): kind.value for kind in HIT_KINDS}

IsMetadata = Callable[[str, str], bool]
"""Tells whether a metadata key (case-folded) and a value make a filter."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a page must be, or must not be. ``field`` is one of the five above or a metadata key."""

    field: str
    value: str
    excluded: bool = False


def condition_on(name: str, value: str, *, excluded: bool, is_metadata: IsMetadata) -> Condition | None:
    """Return the condition that ``name:value`` states; None when it is text, such as ``kind: Deployment``."""
    field = name.casefold()
    if field in _READ:
        read = _READ[field](value)
        return Condition(field, read, excluded) if read else None
    return Condition(field, value, excluded) if value.strip() and is_metadata(field, value) else None


def is_facet_key(key: str, value: str) -> bool:  # noqa: ARG001 - whatever the value
    """Tell whether ``key`` is one of ``COGI_FACET_METADATA``."""
    return key in {name.casefold() for name in conf.facet_metadata}


def clean_path(path: str) -> str:
    """Return a path prefix without slashes around it: it stands for whole segments."""
    return path.strip("/ ")


def _slug(value: str) -> str:
    return value.casefold() if _SCOPE.fullmatch(value) else ""


def _locale(value: str) -> str:
    folded = value.casefold().replace("_", "-")
    return folded if _LOCALE.fullmatch(folded) else ""


_READ: Mapping[str, Callable[[str], str]] = {
    KIND: lambda value: _KINDS.get(value.casefold(), ""),
    SCOPE: _slug,
    LANGUAGE: _locale,
    PATH: clean_path,
    SECTION: str.strip,
}
