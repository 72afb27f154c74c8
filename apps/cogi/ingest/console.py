"""Shows a run to people and programs: its progress while it goes, its outcome at the end."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, Protocol, Self, TextIO, cast

from tqdm import tqdm

from cogi.ingest.models import IngestRun

UNITS = {"fetch": "B", "parse": " files"}
COUNTS = ("pages", "nodes", "passages", "edges", "facts")
REFRESH_SECONDS = 0.5
TIMED_ONLY = "{desc} {elapsed}"


class Stream(Protocol):
    """What Django gives a command to write to: its ``write`` ends lines unless told not to."""

    def isatty(self) -> bool: ...

    def write(self, msg: str, style_func: Any = None, ending: str | None = None) -> None: ...

    def flush(self) -> None: ...


class Lines:
    """One line for each stage, for a log."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def stage(self, name: str, *, total: int | None = None) -> None:
        self._stream.write(f"{name} {total or ''}{UNITS.get(name, '') if total else ''}".strip())

    def advance(self, count: int = 1) -> None:
        """Say nothing between stages."""


class Bars:
    """A bar for each stage, for a terminal; it keeps time where a stage cannot be counted."""

    def __init__(self, stream: Stream) -> None:
        self._stream = cast(TextIO, _Raw(stream))
        self._bar: tqdm[Any] | None = None
        self._ended = threading.Event()
        self._clock = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        self._clock.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._clock.join()
        self._close()

    def stage(self, name: str, *, total: int | None = None) -> None:
        self._close()
        unit = UNITS.get(name, "")
        self._bar = tqdm(
            desc=f"{name:8}",
            total=total,
            unit=unit,
            unit_scale=unit == "B",
            bar_format=None if total else TIMED_ONLY,
            file=self._stream,
            dynamic_ncols=True,
        )

    def advance(self, count: int = 1) -> None:
        if self._bar is not None:
            self._bar.update(count)

    def _tick(self) -> None:
        while not self._ended.wait(REFRESH_SECONDS):
            if (bar := self._bar) is not None:
                bar.refresh()

    def _close(self) -> None:
        bar, self._bar = self._bar, None
        if bar is not None:
            bar.close()


class _Raw:
    """A stream that adds no line ends of its own."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        self._stream.write(text, ending="")

    def flush(self) -> None:
        self._stream.flush()


def run_as_json(run: IngestRun) -> dict[str, Any]:
    return {
        "run": run.pk,
        "scope": run.source.scope.slug,
        "status": run.status,
        "published": run.published,
        "release": run.release_number,
        "seconds": run.seconds,
        "counts": run.counts,
        "skipped": run.skipped,
    }


def run_as_text(run: IngestRun) -> str:
    return "\n".join([_headline(run), *_details(run)])


def _headline(run: IngestRun) -> str:
    slug = run.source.scope.slug
    if run.status == IngestRun.Status.QUEUED:
        return f"{slug}: run {run.pk} is queued; a worker will carry it out."
    outcome = f"release {run.release_number}" if run.published else "unchanged"
    return f"{slug}: {outcome} in {run.seconds:.1f} s"


def _details(run: IngestRun) -> list[str]:
    if run.status == IngestRun.Status.QUEUED:
        return []
    lines = ["  " + ", ".join(f"{run.counts[name]:,} {name}" for name in COUNTS)]
    if run.published:
        counts = run.counts
        lines.append(
            f"  nodes: {counts['nodes_added']:,} added, {counts['nodes_changed']:,} changed, "
            f"{counts['nodes_removed']:,} removed; {counts['contents_added']:,} new contents"
        )
    if run.counts["unresolved_links"]:
        lines.append(f"  {run.counts['unresolved_links']:,} references lead to no place in this source")
    if run.skipped:
        lines.append(f"  {len(run.skipped)} files skipped:")
        lines += [f"    {skipped['path']}: {skipped['reason']}" for skipped in run.skipped]
    return lines
