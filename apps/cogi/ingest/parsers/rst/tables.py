"""Tables to pipe rows, header first. Spanned cells are repeated as empty ones, so that columns align."""

from __future__ import annotations

from collections.abc import Callable

from docutils import nodes


def pipe_table(table: nodes.Element, cell_text: Callable[[nodes.Element], str]) -> str:
    """Return the rows of ``table``; without a header row its first row serves as one."""
    heads = [row for head in table.findall(nodes.thead) for row in _rows(head, cell_text)]
    bodies = [row for body in table.findall(nodes.tbody) for row in _rows(body, cell_text)]
    rows = heads + bodies
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = [_line([*row, *[""] * (width - len(row))]) for row in rows]
    return "\n".join([lines[0], _line(["---"] * width), *lines[1:]])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _rows(group: nodes.Element, cell_text: Callable[[nodes.Element], str]) -> list[list[str]]:
    rows: list[list[str]] = []
    hanging: dict[int, int] = {}
    for row in group.findall(nodes.row):
        cells: list[str] = []
        for entry in row.findall(nodes.entry):
            _skip_hanging(cells, hanging)
            if depth := entry.get("morerows", 0):
                hanging[len(cells)] = depth
            cells.append(cell_text(entry).replace("|", "\\|"))
            cells.extend([""] * entry.get("morecols", 0))
        _skip_hanging(cells, hanging)
        rows.append(cells)
    return rows


def _skip_hanging(cells: list[str], hanging: dict[int, int]) -> None:
    """Fill the columns that a cell of an earlier row still covers."""
    while hanging.get(len(cells), 0) > 0:
        hanging[len(cells)] -= 1
        cells.append("")
