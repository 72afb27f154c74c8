"""Ids of described objects by the rules of Sphinx (``sphinx.util.nodes.make_id``)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container

_OTHER = re.compile(r"[^a-zA-Z0-9._]+")
_AT_ENDS = re.compile(r"^[-0-9._]+|-+$")


def sphinx_id(text: str) -> str:
    """Unlike docutils' ids these keep capitals, dots and underscores."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return _AT_ENDS.sub("", _OTHER.sub("-", " ".join(plain.split())))


def object_id(prefix: str, term: str, *, taken: Container[str], serials: Counter[str]) -> str:
    """Return an id for ``term`` that is not ``taken``; numbered by ``serials`` where none is free."""
    numbered = f"{prefix}-%d" if prefix else "id%d"
    candidate = sphinx_id(f"{prefix}-{term}" if prefix else term)
    if candidate == prefix:
        candidate = ""
    while not candidate or candidate in taken:
        candidate = numbered % serials[prefix]
        serials[prefix] += 1
    return candidate
