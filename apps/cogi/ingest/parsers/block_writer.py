"""Turns running text, lists, tables and code into blocks: a list that holds code is cut at the code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.documents import Section
from cogi.ingest.parsers.outline import Outline, Place


@dataclass(slots=True)
class _List:
    """An open list. ``marker`` waits for the first text of the current item."""

    number: int | None
    marker: str = ""
    width: int = 2

    def next_item(self) -> None:
        self.marker = "- " if self.number is None else f"{self.number}. "
        self.width = len(self.marker)
        if self.number is not None:
            self.number += 1


@dataclass(frozen=True, slots=True)
class Container:
    """What ``leave`` needs to close what ``enter`` opened. ``place`` None keeps its sections open."""

    place: Place | None


class BlockWriter:
    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._lists: list[_List] = []
        self._lines: list[str] = []
        self._quotes = 0
        self._quoted: list[str] = []
        self._lead = ""

    # --- text ------------------------------------------------------------------------------------

    def paragraph(self, text: str) -> None:
        if not text.strip():
            return
        text, self._lead = self._lead + text, ""
        if self._lists:
            self._list_text(text)
        elif self._quotes:
            self._quoted.append(text)
        else:
            self.outline.block("paragraph", text)

    def lead(self, title: str) -> None:
        """Put ``title`` before the next paragraph, or on its own if none follows in its container."""
        self.flush_lead()
        title = title.strip()
        if title:
            self._lead = f"{title} " if title[-1] in ".:?!…。" else f"{title}: "

    def flush_lead(self) -> None:
        if self._lead:
            title, self._lead = self._lead.rstrip().removesuffix(":"), ""
            self.paragraph(title)

    def code(self, text: str, language: str = "", title: str = "") -> None:
        if title:
            self.lead(title)
        self._flush_all()
        self.outline.block("code", text, language.lower())

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """Write rows of cells, the header first."""
        self._flush_all()
        width = max((len(row) for row in rows), default=0)
        lines = [_table_line([*row, *[""] * (width - len(row))]) for row in rows if any(row)]
        self.outline.block(
            "table", "\n".join([*lines[:1], _table_line(["---"] * width), *lines[1:]]) if lines else ""
        )

    # --- lists and quotes ------------------------------------------------------------------------

    def open_list(self, start: int | None = None) -> None:
        """Open a list, numbered from ``start`` or bulleted."""
        self.flush_lead()
        if not self._lists:
            self._flush_quote()
        self._lists.append(_List(start))

    def item(self) -> None:
        self._lists[-1].next_item()

    def term(self, text: str) -> None:
        """Begin a definition list's item with its term."""
        if self._lists[-1].marker:
            self._list_text("")
        self._lists[-1].marker = f"- {text}: "
        self._lists[-1].width = 2

    def close_list(self) -> None:
        self.flush_lead()
        if self._lists[-1].marker.strip(" -.:0123456789"):
            self._list_text("")
        self._lists.pop()
        if not self._lists:
            self._flush_list()

    def open_quote(self) -> None:
        self.flush_lead()
        self._quotes += 1

    def close_quote(self) -> None:
        self.flush_lead()
        self._quotes -= 1
        if not self._quotes:
            self._flush_quote()

    def _list_text(self, text: str) -> None:
        *outer, current = self._lists
        indent = " " * sum(each.width for each in outer)
        if not current.marker and not self._lines:
            self.outline.block("paragraph", text)
            return
        first = indent + (current.marker or " " * current.width)
        rest = "\n" + indent + " " * current.width
        text = f"{first}{text}".rstrip().removesuffix(":") if not text else first + text
        current.marker = ""
        self._lines.append(text.replace("\n", rest))

    # --- sections and containers -----------------------------------------------------------------

    def heading(
        self, depth: int, title: str, anchor: str, *, classification: Classification = LOWEST
    ) -> Section:
        self._flush_all()
        return self.outline.heading(depth, title, anchor, classification=classification)

    def enter(self, title: str = "", *, level: Classification = LOWEST, encloses: bool = True) -> Container:
        """Open a container; one that ``encloses`` nothing but layout does not end its sections."""
        self.flush_lead()
        if level > LOWEST:
            self._flush_all()
        place = self.outline.enter(level)
        container = Container(place if encloses or level > LOWEST else None)
        self.lead(title)
        return container

    def leave(self, container: Container) -> None:
        self.flush_lead()
        if self.outline.level > LOWEST or not self._lists:
            self._flush_all()
        self.outline.leave(container.place)

    def finish(self) -> None:
        self._flush_all()

    def _flush_all(self) -> None:
        self.flush_lead()
        self._flush_list()
        self._flush_quote()

    def _flush_list(self) -> None:
        lines, self._lines = self._lines, []
        self.outline.block("list", "\n".join(lines))

    def _flush_quote(self) -> None:
        quoted, self._quoted = self._quoted, []
        self.outline.block("quote", "\n\n".join(quoted))


def _table_line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
