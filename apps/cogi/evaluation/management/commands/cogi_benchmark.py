"""``manage.py cogi_benchmark``: measures how fast and how large the engines are, beside their peers."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.evaluation.benchmarks.lexical import LexicalBenchmark, run_lexical_benchmark
from cogi.evaluation.errors import EvaluationError

_COLUMNS = {
    "median_ms": "median ms",
    "p95_ms": "p95 ms",
    "build_s": "build s",
    "size_mb": "size MB",
    "memory_mb": "memory MB",
}


class Command(BaseCommand):
    help = "Measure an engine beside its peers: speed, build time, size, memory."

    def add_arguments(self, parser: ArgumentParser) -> None:
        benchmarks = parser.add_subparsers(dest="benchmark", required=True, metavar="BENCHMARK")
        lexical = benchmarks.add_parser("lexical", help="BM25 beside tantivy, bm25s and ts_rank")
        lexical.add_argument(
            "--passages", type=Path, required=True, metavar="FILE", help="JSON lines, may be .gz"
        )
        lexical.add_argument(
            "--queries", type=Path, required=True, metavar="FILE", help="JSON lines with “q”"
        )
        lexical.add_argument(
            "--peers", default="", metavar="NAMES", help="comma-separated: tantivy,bm25s,ts_rank"
        )
        lexical.add_argument("--fresh", action="store_true", help="load the passages anew")
        lexical.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *, passages: Path, queries: Path, peers: str, fresh: bool, **options: Any) -> None:
        names = [name.strip() for name in peers.split(",") if name.strip()]
        try:
            measured = run_lexical_benchmark(
                LexicalBenchmark(passages, queries, names, fresh), say=self.stderr.write
            )
        except EvaluationError as exc:
            raise CommandError(str(exc)) from exc
        if options["json"]:
            self.stdout.write(json.dumps(_rounded(measured), indent=2))
        else:
            self.stdout.write("\n".join(_as_text(measured)))


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def _as_text(measured: Mapping[str, Any]) -> Iterator[str]:
    corpus, ours = measured["corpus"], measured["ours"]
    yield f"{corpus['passages']:,} passages, {corpus['queries']} queries, the best {corpus['limit']}"
    yield "  ".join(["          ", *(f"{title:>10}" for title in _COLUMNS.values())])
    for name, row in {"ours": ours, **measured["peers"]}.items():
        cells = (f"{row[column]:10.3f}" if column in row else f"{'–':>10}" for column in _COLUMNS)
        yield "  ".join([f"{name:10}", *cells])
    yield (
        f"ours: {ours['passages_per_s']:,.0f} passages/s, whole request {ours['request_median_ms']:.3f} ms, "
        f"without caches {ours['cold_median_ms']:.3f} ms, tables with indexes {ours['tables_mb']:.0f} MB"
    )
    for name, ratios in measured["ratios"].items():
        yield f"ours / {name}: " + ", ".join(f"{what} {ratio:.3f}" for what, ratio in ratios.items())
