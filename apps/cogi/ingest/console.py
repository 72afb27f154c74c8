"""Shows a run to people and programs: progress bars while it goes, its outcome at the end."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self, TextIO

from tqdm import tqdm

from cogi.ingest.models import IngestRun

UNITS = {"fetch": "B", "parse": " files", "publish": ""}
COUNTS = ("pages", "nodes", "passages", "edges", "facts")


class Bars:
    """A bar for each stage, on ``stream``."""

    def __init__(self, stream: Any, *, show: bool) -> None:
        self._stream: TextIO = stream
        self._show = show
        self._bar: tqdm[Any] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def stage(self, name: str, *, total: int | None = None) -> None:
        self._close()
        unit = UNITS.get(name, "")
        self._bar = tqdm(
            desc=f"{name:8}",
            total=total,
            unit=unit,
            unit_scale=unit == "B",
            file=self._stream,
            disable=not self._show,
            dynamic_ncols=True,
        )

    def advance(self, count: int = 1) -> None:
        if self._bar is not None:
            self._bar.update(count)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()


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
        lines.append(f"  {run.counts['unresolved_links']:,} links lead nowhere")
    if run.skipped:
        lines.append(f"  {len(run.skipped)} files skipped:")
        lines += [f"    {skipped['path']}: {skipped['reason']}" for skipped in run.skipped]
    return lines
