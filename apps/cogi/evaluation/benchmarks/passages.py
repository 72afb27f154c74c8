"""A performance corpus in files: passages and queries as JSON lines, plain or gzipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cogi.evaluation.json_lines import InvalidFile, read_json_lines


@dataclass(frozen=True, slots=True)
class BenchmarkPassage:
    """One line of a passages file. ``url`` may end in a fragment; the part before it names the page."""

    id: int
    title: str
    heading: str
    text: str
    url: str

    @property
    def whole(self) -> str:
        """Title, heading and text as one text, for engines without fields."""
        return "\n".join(part for part in (self.title, self.heading, self.text) if part)


def read_passages(path: Path) -> Iterator[BenchmarkPassage]:
    """Yield the passages of ``path``: objects with ``id``, ``title``, ``heading``, ``text``, ``url``.

    Raises:
        InvalidFile: when the file is missing or a line is not such an object.
    """
    for number, row in read_json_lines(path):
        try:
            yield BenchmarkPassage(
                int(row["id"]), row["title"], row.get("heading", ""), row["text"], row.get("url", "")
            )
        except (KeyError, TypeError, ValueError) as exc:
            raise InvalidFile(
                f"{path}:{number} is not a passage ({exc!r}). Write id, title, heading, text and url."
            ) from exc


def read_queries(path: Path) -> list[str]:
    """Return the queries of ``path``: objects with ``q``.

    Raises:
        InvalidFile: when the file is missing, empty, or a line is not such an object.
    """
    rows = list(read_json_lines(path))
    if not rows:
        raise InvalidFile(f"{path} holds no query.")
    if unlike := [number for number, row in rows if not isinstance(row.get("q"), str)]:
        raise InvalidFile(f"{path}:{unlike[0]} is not a query. Write an object with “q”.")
    return [row["q"] for _, row in rows]
