"""Glob patterns as Sphinx matches them: ``*`` stops at a slash, ``**`` does not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"(\*\*/?|\*|\?|\[[^\]]+\])", pattern)
    return re.compile("".join(map(_translate, pieces)) + r"\Z")


def _translate(piece: str) -> str:
    if piece.startswith("**"):
        return "(?:.*/)?" if piece.endswith("/") else ".*"
    if piece in {"*", "?"}:
        return "[^/]*" if piece == "*" else "[^/]"
    if piece.startswith("["):
        return "[^" + piece[2:] if piece.startswith("[!") else piece
    return re.escape(piece)


def matches(path: str, pattern: str) -> bool:
    try:
        return _compiled(pattern).match(path) is not None
    except re.error:
        return False


def is_excluded(path: str, patterns: Iterable[str]) -> bool:
    """Tell whether ``path`` or a directory above it matches one of ``patterns``."""
    parts = path.split("/")
    above = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
    return any(matches(each, pattern.rstrip("/")) for pattern in patterns for each in above)
