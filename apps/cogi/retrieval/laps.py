"""Times the stages of one search, each from the end of the one before."""

from __future__ import annotations

import time


class Laps:
    """The milliseconds of named stages, in order, from the moment that this is made."""

    def __init__(self) -> None:
        self._began = self._ended = time.perf_counter()
        self._laps: dict[str, float] = {}

    def end(self, stage: str) -> None:
        now = time.perf_counter()
        self._laps[stage] = round((now - self._ended) * 1000, 2)
        self._ended = now

    def timings_ms(self) -> dict[str, float]:
        return dict(self._laps)

    def total_ms(self) -> float:
        return round((time.perf_counter() - self._began) * 1000, 2)
