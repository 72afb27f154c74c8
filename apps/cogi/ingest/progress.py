"""Progress is reported by stages; reporting never decides anything."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told how a run goes. ``total`` and ``count`` are bytes in ``fetch`` and files in ``parse``."""

    def stage(self, name: str, *, total: int | None = None) -> None: ...

    def advance(self, count: int = 1) -> None: ...


class Silent:
    """Reports to no one."""

    def stage(self, name: str, *, total: int | None = None) -> None: ...

    def advance(self, count: int = 1) -> None: ...


class Both:
    """Reports to two."""

    def __init__(self, first: Progress, second: Progress) -> None:
        self._listeners = (first, second)

    def stage(self, name: str, *, total: int | None = None) -> None:
        for listener in self._listeners:
            listener.stage(name, total=total)

    def advance(self, count: int = 1) -> None:
        for listener in self._listeners:
            listener.advance(count)
