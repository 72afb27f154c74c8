"""The line that opens a code fence: its language and the title that sites show above the code."""

from __future__ import annotations

import re

_TITLE = re.compile(r"""\b(?:title|filename|name)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ATTRIBUTE = re.compile(r"""[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s{}]+)""")
_LANGUAGE = re.compile(r"\{?\s*\.?([A-Za-z][\w+#.-]*)")
_LANGUAGE_CLASS = re.compile(r"^(?:language|lang)-")
_FLAGS = frozenset({"wrap", "lines", "linenums", "expandable", "copy", "icon", "theme", "focus", "highlight"})
_FLAGS_NO_TITLE = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]")


def fence_info(info: str) -> tuple[str, str]:
    """Return the language, lower-case, and the title of the code, "" for what is not stated."""
    info = info.strip()
    titled = _TITLE.search(info)
    rest = _ATTRIBUTE.sub("", info)
    match = _LANGUAGE.match(rest)
    language = _LANGUAGE_CLASS.sub("", match[1].lower()).rstrip(",") if match else ""
    if titled:
        return language, titled[1] or titled[2] or ""
    words = _FLAGS_NO_TITLE.sub("", rest[match.end() :] if match else "").strip(" }").split()
    return language, " ".join(word for word in words if word.lower() not in _FLAGS and word[0] not in ".#")
