"""Writes a run's progress to its row, at most once a second, so that any process can show it."""

from __future__ import annotations

import time

from cogi.ingest.models import IngestRun

INTERVAL_SECONDS = 1.0


class RowProgress:
    def __init__(self, run: IngestRun) -> None:
        self._run = run
        self._written = 0.0

    def stage(self, name: str, *, total: int | None = None) -> None:
        self._run.stage, self._run.done, self._run.total = name, 0, total
        self._write()

    def advance(self, count: int = 1) -> None:
        self._run.done += count
        if time.monotonic() - self._written >= INTERVAL_SECONDS:
            self._write()

    def _write(self) -> None:
        self._run.save(update_fields=["stage", "done", "total"])
        self._written = time.monotonic()
