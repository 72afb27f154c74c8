"""Reads files of JSON lines, plain or gzipped; what is broken is named by file and line."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO, cast

from cogi.evaluation.errors import EvaluationError


class InvalidFile(EvaluationError):
    """A file is not what is expected of it."""


def read_json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line numbers and objects.

    Raises:
        InvalidFile: when the file is missing or a line is not a JSON object.
    """
    try:
        with open_text(path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, _object(path, number, line)
    except (OSError, UnicodeDecodeError) as exc:
        raise unreadable(path, exc) from exc


def file_digest(path: Path) -> str:
    """Return the SHA-256 of the file, in hexadecimal.

    Raises:
        InvalidFile: when the file is missing.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as exc:
        raise unreadable(path, exc) from exc


def open_text(path: Path) -> TextIO:
    """Open a text file; one whose name ends in ``.gz`` is unpacked."""
    if path.suffix == ".gz":
        return cast(TextIO, gzip.open(path, "rt", encoding="utf-8"))
    return path.open(encoding="utf-8")


def unreadable(path: Path, exc: Exception) -> InvalidFile:
    return InvalidFile(f"{path} cannot be read: {exc}")


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as exc:
        raise InvalidFile(f"{path}:{number} is not JSON: {exc}") from exc
    if not isinstance(row, dict):
        raise InvalidFile(f"{path}:{number} is not a JSON object.")
    return row
