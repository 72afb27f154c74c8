"""Front matter: what a page says about itself, as JSON; a broken one never costs the page."""

from __future__ import annotations

import datetime as dt
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from cogi.ingest.documents import StatedFact

_YAML = re.compile(r"\s*---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_TOML = re.compile(r"\s*\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|$)", re.DOTALL)
_CLASSIFICATION = re.compile(r"^classification\s*:\s*[\"']?([\w-]+)", re.MULTILINE)
_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LARGEST = 50_000
_DEEPEST = 20
_PREDICATES = {
    "status": "status",
    "owner": "owner",
    "owners": "owner",
    "maintainers": "owner",
    "ms.author": "owner",
    "deprecated": "deprecated",
    "ms.date": "last_reviewed",
    "last_reviewed": "last_reviewed",
    "lastReviewed": "last_reviewed",
    "last-reviewed": "last_reviewed",
    "added_in": "added_in",
    "version_added": "added_in",
    "since": "added_in",
    "removed_in": "removed_in",
    "superseded_by": "replaced_by",
    "replaced_by": "replaced_by",
    "level": "level",
    "monikerRange": "applies_to_versions",
    "ms.service": "service",
}


@dataclass(slots=True)
class FrontMatter:
    """``values`` is JSON-serialisable; ``error`` says what is wrong with what stood there."""

    values: dict[str, Any] = field(default_factory=dict)
    error: str = ""

    def text(self, *names: str) -> str:
        """Return the first of ``names`` that holds a word, as text."""
        found = (self.values.get(name) for name in names)
        return next(
            (str(value).strip() for value in found if isinstance(value, str | int | float) and value), ""
        )

    def facts(self) -> list[StatedFact]:
        facts: list[StatedFact] = []
        for name, predicate in _PREDICATES.items():
            stated = self.values.get(name)
            for value in stated if isinstance(stated, list) else [stated]:
                if isinstance(value, str | int | float) and value not in {"", False}:
                    shown = str(value).lower() if isinstance(value, bool) else str(value)
                    facts.append(StatedFact(predicate, shown))
        return facts


def split_front_matter(text: str) -> tuple[FrontMatter, str]:
    """Return the front matter and the text after it."""
    if match := _YAML.match(text):
        return _read(match[1], text[match.end() :], "YAML")
    if match := _TOML.match(text):
        return _read(match[1], text[match.end() :], "TOML")
    return FrontMatter(), text


def _read(source: str, body: str, language: str) -> tuple[FrontMatter, str]:
    try:
        loaded = load_yaml(source) if language == "YAML" else _Json().value(tomllib.loads(source))
    except (yaml.YAMLError, ValueError, RecursionError) as exc:
        return _broken(source, f"{language} front matter cannot be read: {_first_line(exc)}"), body
    if isinstance(loaded, Mapping):
        return FrontMatter({str(name): value for name, value in loaded.items()}), body
    if loaded is None:
        return FrontMatter(), body
    # "---" around plain text is two thematic breaks, not front matter.
    return FrontMatter(), f"{source}\n\n{body}"


def _broken(source: str, error: str) -> FrontMatter:
    """Keep what protects the page: its classification, when the line that states it is whole."""
    stated = _CLASSIFICATION.search(source)
    return FrontMatter({"classification": stated[1]} if stated else {}, error)


def _first_line(exc: Exception) -> str:
    problem = getattr(exc, "problem", None) or str(exc)
    mark = getattr(exc, "problem_mark", None)
    where = f" (line {mark.line + 1})" if mark is not None else ""
    return f"{str(problem).splitlines()[0] if problem else type(exc).__name__}{where}"


def load_yaml(source: str | bytes, loader: type = _LOADER) -> Any:
    """Return safe YAML as JSON values: dates as ISO 8601 text, keys as text.

    Raises:
        yaml.YAMLError: when it is no YAML.
        ValueError: when it is too large or too deep once its aliases are written out.
    """
    return _Json().value(yaml.load(source, Loader=loader))  # noqa: S506 -- loaders are SafeLoaders


class _Json:
    """Converts values; counts them, since a few nested YAML aliases can stand for billions."""

    def __init__(self) -> None:
        self._count = 0

    def value(self, value: Any, depth: int = 0) -> Any:
        self._count += 1
        if self._count > _LARGEST or depth > _DEEPEST:
            raise ValueError(f"it holds more than {_LARGEST} values or {_DEEPEST} levels")
        if isinstance(value, Mapping):
            return {_text(key): self.value(item, depth + 1) for key, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self.value(item, depth + 1) for item in value]
        return _scalar(value)


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return _text(value)


def _text(value: Any) -> str:
    """Return text that PostgreSQL can store: no NUL, no lone surrogate."""
    text = value.isoformat() if isinstance(value, dt.date) else str(value)
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
