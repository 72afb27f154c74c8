"""Prints a benchmark for people; programs take the JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

NAME_WIDTH = 10
COLUMNS = {
    "median_ms": "median ms",
    "p95_ms": "p95 ms",
    "build_s": "build s",
    "size_mb": "size MB",
    "memory_mb": "memory MB",
}


def as_text(measured: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a report: a table of ours and the peers, then what else was measured."""
    corpus, ours = measured["corpus"], measured["ours"]
    yield f"{corpus['passages']:,} passages, {corpus['queries']} queries, the best {corpus['limit']}"
    yield "  ".join([" " * NAME_WIDTH, *(f"{title:>10}" for title in COLUMNS.values())])
    for name, row in {"ours": ours, **measured["peers"]}.items():
        cells = (f"{row[column]:10.3f}" if column in row else f"{'–':>10}" for column in COLUMNS)
        yield "  ".join([f"{name:{NAME_WIDTH}}", *cells])
    yield (
        f"ours: {ours['passages_per_s']:,.0f} passages/s, whole request {ours['request_median_ms']:.3f} ms, "
        f"without caches {ours['cold_median_ms']:.3f} ms, tables with indexes {ours['tables_mb']:.0f} MB"
    )
    for name, ratios in measured["ratios"].items():
        yield f"ours / {name}: " + ", ".join(f"{what} {ratio:.3f}" for what, ratio in ratios.items())
    if "publishes" in measured:
        yield from _publishes(measured["publishes"])
    for size in measured.get("sizes", {}).values():
        yield _size(size)


def _publishes(row: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{row['count']} publishes of one page: searchable in {row['searchable_p50_ms']:.0f} ms "
        f"(p95 {row['searchable_p95_ms']:.0f}), merged in {row['merge_p50_ms']:.0f} ms "
        f"(p95 {row['merge_p95_ms']:.0f})"
    )
    segments = ", ".join(f"{count} {visibility}" for visibility, count in row["segments"].items())
    yield f"after them: segments {segments}; median {row['median_ratio']:.2f} × that of a fresh build"


def _size(row: Mapping[str, Any]) -> str:
    return (
        f"{row['passages']:,} passages in {row['segments']} segments: median {row['median_ms']:.3f} ms, "
        f"p95 {row['p95_ms']:.3f}; built in {row['build_s']:.0f} s, {row['size_mb']:.0f} MB on disk, "
        f"{row['memory_mb']:.0f} MB in memory"
    )
