"""Files that a page includes: put in their place when the tree has them, left out silently when not."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from cogi.ingest.parsers.decoding import clean_text
from cogi.ingest.parsers.markdown.front_matter import split_front_matter

_TRIGGER = re.compile(r"\{[!*]|--8<--|\[!(?:include|code)|:::\s*code", re.IGNORECASE)
_WHOLE = re.compile(r"^([ \t]*)\{!>?\s*([^!}\n]+?)\s*!\}[ \t]*$", re.MULTILINE)
_LISTED = re.compile(r"^([ \t]*)\{\*\s*(\S+)([^*\n]*)\*\}[ \t]*$", re.MULTILINE)
_SNIPPET = re.compile(r"""^([ \t]*)[;]?-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$""", re.MULTILINE)
_SNIPPETS = re.compile(
    r"^([ \t]*)-{1,}8<-{1,}[ \t]*\n(.*?)\n[ \t]*-{1,}8<-{1,}[ \t]*$", re.MULTILINE | re.DOTALL
)
_LEARN = re.compile(
    r"^([ \t>]*)\[!include\s*\[[^\]\n]*\]\s*\(([^)\n]+)\)\s*\][ \t]*$", re.MULTILINE | re.IGNORECASE
)
_LEARN_CODE = re.compile(
    r"^([ \t]*)\[!code-(\w+)\s*\[[^\]\n]*\]\s*\(([^)\n]+)\)\s*\][ \t]*$", re.MULTILINE | re.IGNORECASE
)
_LEARN_SOURCE = re.compile(r"^([ \t]*):::\s*code\s+([^\n]*?):::[ \t]*$", re.MULTILINE)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*["']([^"']*)["']""")
_LINES = re.compile(r"ln\[([\d:,\s]+)\]")
_SECTION_MARK = re.compile(r"^.*--8<--\s*\[(?:start|end):[^\]\n]*\].*\n?", re.MULTILINE)
_LANGUAGES = {
    ".py": "python", ".js": "javascript", ".ts": "typescript", ".sh": "bash", ".yml": "yaml",
    ".md": "markdown", ".rs": "rust", ".rb": "ruby", ".cs": "csharp", ".ps1": "powershell", ".htm": "html",
}  # fmt: skip
_DEEPEST = 5
_LARGEST = 1_000_000


class Includes:
    """Looks files up from the directories in which the site would, never above the tree's root."""

    def __init__(self, files: Mapping[str, bytes], *, page: str, directories: Sequence[str]) -> None:
        self._files = files
        self._directories = (*directories, posixpath.dirname(page), "")
        self._room = _LARGEST

    def expand(self, text: str, depth: int = 0) -> str:
        if not _TRIGGER.search(text):
            return text
        if depth >= _DEEPEST:
            return _WHOLE.sub("", _SNIPPET.sub("", text))
        again = depth + 1
        text = _LISTED.sub(self._listed, text)
        text = _LEARN_SOURCE.sub(self._learn_source, text)
        text = _LEARN_CODE.sub(lambda m: self._fenced(m[1], m[3], m[2].lower()), text)
        text = _SNIPPETS.sub(lambda m: self._several(m[1], m[2].split("\n"), again), text)
        for pattern in (_WHOLE, _SNIPPET, _LEARN):
            text = pattern.sub(lambda m: self._indented(m[1], m[2], again), text)
        return text

    def read(self, reference: str) -> str | None:
        """Return the text of the file, or of the part of it, that ``reference`` names."""
        name, *parts = reference.strip().split(":")
        text = self._file(name)
        if text is None or not parts:
            return None if text is None else _SECTION_MARK.sub("", text)
        if re.fullmatch(r"[\d:]*", ":".join(parts)):
            return _numbered(text, f"{parts[0]}:{parts[1] if len(parts) > 1 else ''}")
        return _section(text, parts[0])

    def _file(self, name: str) -> str | None:
        for directory in self._directories:
            path = posixpath.normpath(posixpath.join(directory, name.strip().lstrip("~/")))
            data = None if path.startswith("..") else self._files.get(path)
            if data is not None and len(data) <= self._room:
                self._room -= len(data)
                return clean_text(data.decode("utf-8-sig", "replace"))
        return None

    # --- what stands in the place of an include --------------------------------------------------

    def _indented(self, indent: str, reference: str, depth: int) -> str:
        text = self.read(reference)
        if text is None:
            return ""
        _, body = split_front_matter(text)
        return "\n".join(f"{indent}{line}" for line in self.expand(body.rstrip("\n"), depth).split("\n"))

    def _several(self, indent: str, references: Sequence[str], depth: int) -> str:
        named = (line.strip() for line in references)
        return "\n".join(self._indented(indent, name, depth) for name in named if name and name[0] != ";")

    def _listed(self, match: re.Match[str]) -> str:
        lines = _LINES.search(match[3])
        return self._fenced(match[1], match[2], "", lines[1] if lines else "")

    def _learn_source(self, match: re.Match[str]) -> str:
        attributes = dict(_ATTRIBUTE.findall(match[2]))
        language = attributes.get("language", "").lower()
        return self._fenced(
            match[1], attributes.get("source", ""), language, attributes.get("range", "").replace("-", ":")
        )

    def _fenced(self, indent: str, reference: str, language: str, lines: str = "") -> str:
        text = self._file(re.sub(r"[?#].*$", "", reference)) if reference else None
        if text is None:
            return ""
        suffix = PurePosixPath(reference).suffix
        language = language or _LANGUAGES.get(suffix, suffix.lstrip("."))
        code = _SECTION_MARK.sub("", _numbered(text, lines) if lines else text)
        return "\n".join(
            f"{indent}{line}" for line in (f"````{language}", *code.rstrip("\n").split("\n"), "````")
        )


def _numbered(text: str, ranges: str) -> str:
    """Return the lines of ``ranges`` such as ``1:3,7`` (from 1, inclusive)."""
    lines = text.split("\n")
    kept: list[str] = []
    for each in ranges.split(","):
        first, colon, last = (part.strip() for part in each.partition(":"))
        start = max(int(first or 1), 1) - 1
        kept.extend(lines[start : int(last) if last else None if colon else start + 1])
    return "\n".join(kept)


def _section(text: str, name: str) -> str | None:
    start = re.search(rf"^.*--8<--\s*\[start:\s*{re.escape(name)}\s*\].*$", text, re.MULTILINE)
    end = re.search(rf"^.*--8<--\s*\[end:\s*{re.escape(name)}\s*\].*$", text, re.MULTILINE)
    if not start:
        return None
    return _SECTION_MARK.sub("", text[start.end() + 1 : end.start() if end else None])
