"""The part of a file that the options of ``include`` and ``literalinclude`` select."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Mapping

_NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def excerpt(text: str, options: Mapping[str, str]) -> str:
    """Return the lines that ``options`` select; an option that selects nothing selectable is ignored."""
    lines = text.expandtabs(8).splitlines()
    if name := options.get("pyobject"):
        lines = _python_object(text, name) or lines
    if selection := options.get("lines"):
        lines = [lines[at] for at in _numbers(selection, len(lines)) if at < len(lines)]
    lines = lines[_number(options.get("start-line"), 0) : _number(options.get("end-line"), len(lines))]
    chosen = _before(_after(lines, options), options)
    return textwrap.dedent("\n".join(chosen)) if "dedent" in options else "\n".join(chosen)


def _after(lines: list[str], options: Mapping[str, str]) -> list[str]:
    for option, skipped in (("start-after", 1), ("start-at", 0)):
        if marker := options.get(option):
            found = next((at for at, line in enumerate(lines) if marker in line), None)
            return lines if found is None else lines[found + skipped :]
    return lines


def _before(lines: list[str], options: Mapping[str, str]) -> list[str]:
    for option, kept in (("end-before", 0), ("end-at", 1)):
        if marker := options.get(option):
            found = next((at for at, line in enumerate(lines) if marker in line), None)
            return lines if found is None else lines[: found + kept]
    return lines


def _number(value: str | None, default: int) -> int:
    try:
        return int(value) if value else default
    except ValueError:
        return default


def _numbers(selection: str, total: int) -> list[int]:
    """Return the line indices that ``1,3,5-10,20-`` means."""
    chosen: list[int] = []
    for part in selection.split(","):
        first, dash, last = part.strip().partition("-")
        start = _number(first, 1)
        chosen.extend(range(start - 1, min(_number(last, total) if dash else start, total)))
    return chosen


def _python_object(text: str, name: str) -> list[str]:
    """Return the source lines of the class or function called ``name`` (dotted for a member)."""
    try:
        siblings = ast.parse(text).body
    except (SyntaxError, ValueError):
        return []
    first, last = 1, 0
    for part in name.split("."):
        found = next((n for n in siblings if isinstance(n, _NAMED) and n.name == part), None)
        if found is None:
            return []
        first = min([found.lineno, *(decorator.lineno for decorator in found.decorator_list)])
        siblings, last = found.body, found.end_lineno or found.lineno
    return text.splitlines()[first - 1 : last]
