"""A title for a page that states none: its file's name, or its directory's when it is an index."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_INDEX = frozenset({"index", "readme"})
_ORDER_PREFIX = re.compile(r"^\d+[-_. ]+(?=\D)")


def title_of_path(path: str) -> str:
    parts = PurePosixPath(path)
    name = parts.parent.name if parts.name.lower() in _INDEX and parts.parent.name else parts.name
    words = re.sub(r"[-_\s]+", " ", _ORDER_PREFIX.sub("", name)).strip() or name
    return words[:1].upper() + words[1:]
