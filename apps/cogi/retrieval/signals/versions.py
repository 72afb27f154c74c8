"""Version fit: pages for the version that a question names move up, pages only for others down."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cogi.retrieval.conf import conf
from cogi.retrieval.signals.head import Head, Said
from cogi.retrieval.times import Relation

KEYS = (
    "monikers",
    "moniker",
    "monikerrange",
    "applies_to",
    "applies-to",
    "appliesto",
    "versions",
    "version",
)
"""Metadata in which pages state their versions."""
_COMPARED = re.compile(
    r"(?P<sign>>=|<=|>|<|=)?\s*(?:[a-z][\w]*-)*v?(?P<low>\d+(?:\.\d+)*)"
    r"(?P<open>\+|\s+and (?:later|newer|above))?"
    r"(?:\s*(?:-|–|to)\s*v?(?P<high>\d+(?:\.\d+)*))?",
    re.IGNORECASE,
)
Version = tuple[int, ...]


def version_fit(head: Head) -> Mapping[int, Said]:
    named = [version for each in _named(head) if (version := _version(each))]
    if not named:
        return {}
    labels = {scope.id: scope.slug.split("/")[1] for scope in head.asked.scopes}
    stated = head.stated(*KEYS)
    if len(set(labels.values())) > 1:
        # Of one label alone, all pages would move alike.
        stated = {page_id: [labels[place.scope.id]] for page_id, place in head.places.items()} | stated
    said = {}
    for page_id, own in stated.items():
        fits = [fit for version in named if (fit := fits_version(own, version)) is not None]
        if fits:
            because = ", ".join(own)
            factor = conf.signals.get("version" if any(fits) else "other version", 1.0)
            said[page_id] = Said(factor, because)
    return said


def _named(head: Head) -> list[str]:
    """Return the releases that the question is about, not those that it counts from."""
    about = {Relation.IN, Relation.AS_OF}
    return [time.release for time in head.mentions.times if time.relation in about]


def fits_version(stated: Sequence[str], version: Version) -> bool | None:
    """Tell whether one of the ranges ``stated`` holds ``version``; None where none of them names a version.

    A range is ``5.2``, ``>= 4.2 < 6``, ``4.2+``, ``4.2 - 5.1``, with the name of a product before a hyphen
    (``django-5.2``) or not, and ``||`` or a comma between alternatives. 5.2 holds 5.2.1, and is held by 5.
    """
    ranges = [part for each in stated for part in re.split(r"\|\||,", each)]
    read = [list(_COMPARED.finditer(part)) for part in ranges]
    known = [comparisons for comparisons in read if comparisons]
    if not known:
        return None
    return any(all(_holds(comparison, version) for comparison in comparisons) for comparisons in known)


def _holds(comparison: re.Match[str], version: Version) -> bool:
    low, sign = _version(comparison["low"]), comparison["sign"]
    if comparison["high"]:
        return _order(version, low) >= 0 and _order(version, _version(comparison["high"])) <= 0
    order = _order(version, low)
    if comparison["open"] or sign == ">=":
        return order >= 0
    return {"<=": order <= 0, ">": order > 0, "<": order < 0}.get(sign or "=", order == 0)


def _order(version: Version, other: Version) -> int:
    """Compare as far as both are written."""
    width = min(len(version), len(other))
    return (version[:width] > other[:width]) - (version[:width] < other[:width])


def _version(text: str) -> Version:
    return tuple(int(part) for part in text.split(".") if part.isdecimal())
