"""Reads the ``data`` of server-sent events line by line (WHATWG HTML, section 9.2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def read_events(lines: Iterable[str]) -> Iterator[str]:
    """Yield each event's data; an event that the stream breaks off is not one."""
    data: list[str] = []
    for line in lines:
        if not line:
            if data:
                yield "\n".join(data)
            data = []
        elif line.startswith("data:"):
            data.append(line.removeprefix("data:").removeprefix(" "))
