"""``manage.py cogi_benchmark``: measures how fast and how large the engines are, beside their peers."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.evaluation.benchmarks.embedding import (
    PASSAGES,
    EmbeddingBenchmark,
    embedding_as_text,
    run_embedding_benchmark,
)
from cogi.evaluation.benchmarks.hybrid import (
    HybridBenchmark,
    hybrid_as_text,
    run_hybrid_benchmark,
)
from cogi.evaluation.benchmarks.lexical import LexicalBenchmark, run_lexical_benchmark
from cogi.evaluation.benchmarks.reporting import as_text
from cogi.evaluation.benchmarks.throughput import CLIENTS
from cogi.evaluation.benchmarks.vectors import VectorBenchmark, run_vector_benchmark, vectors_as_text
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.progress import Say

Run = Callable[[Mapping[str, Any], Say], dict[str, Any]]
Describe = Callable[[Mapping[str, Any]], Iterable[str]]


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
        lexical.add_argument(
            "--publishes", type=int, default=0, metavar="N", help="change N pages, one a publish"
        )
        lexical.add_argument(
            "--sizes",
            default="",
            metavar="SIZES",
            help="comma-separated: further corpora of so many passages",
        )
        lexical.add_argument("--fresh", action="store_true", help="load the passages anew")
        lexical.add_argument("--json", action="store_true", help="print JSON")
        embedding = benchmarks.add_parser("embedding", help="the local embedder beside its bare runtime")
        embedding.add_argument(
            "--passages", type=Path, required=True, metavar="FILE", help="JSON lines, may be .gz"
        )
        embedding.add_argument("--queries", type=Path, metavar="FILE", help="JSON lines with “q”")
        embedding.add_argument(
            "--limit",
            type=int,
            default=PASSAGES,
            metavar="N",
            help=f"passages to embed (default: {PASSAGES})",
        )
        embedding.add_argument("--json", action="store_true", help="print JSON")
        vectors = benchmarks.add_parser("vectors", help="nearest passages beside bare pgvector")
        vectors.add_argument(
            "--passages", type=Path, required=True, metavar="FILE", help="JSON lines, may be .gz"
        )
        vectors.add_argument(
            "--queries", type=Path, required=True, metavar="FILE", help="JSON lines with “q”"
        )
        vectors.add_argument("--no-classes", action="store_true", help="leave viewers by clearance out")
        vectors.add_argument("--fresh", action="store_true", help="load the passages anew")
        vectors.add_argument("--json", action="store_true", help="print JSON")
        hybrid = benchmarks.add_parser("hybrid", help="a whole search beside its raw parts and LanceDB")
        hybrid.add_argument(
            "--passages", type=Path, required=True, metavar="FILE", help="JSON lines, may be .gz"
        )
        hybrid.add_argument("--queries", type=Path, required=True, metavar="FILE", help="JSON lines with “q”")
        hybrid.add_argument("--peers", default="lancedb", metavar="NAMES", help="comma-separated: lancedb")
        hybrid.add_argument(
            "--clients",
            type=int,
            default=CLIENTS,
            metavar="N",
            help=f"how many ask at once (default: {CLIENTS}); 0 leaves that out",
        )
        hybrid.add_argument("--fresh", action="store_true", help="load the passages anew")
        hybrid.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *, benchmark: str, **options: Any) -> None:
        run, describe = BENCHMARKS[benchmark]
        try:
            measured = run(options, self.stderr.write)
        except EvaluationError as exc:
            raise CommandError(str(exc)) from exc
        if options["json"]:
            self.stdout.write(json.dumps(_rounded(measured), indent=2))
        else:
            self.stdout.write("\n".join(describe(measured)))


def _lexical(options: Mapping[str, Any], say: Say) -> dict[str, Any]:
    benchmark = LexicalBenchmark(
        options["passages"],
        options["queries"],
        peers=_listed(options["peers"]),
        publishes=options["publishes"],
        sizes=[int(size) for size in _listed(options["sizes"])],
        fresh=options["fresh"],
    )
    return run_lexical_benchmark(benchmark, say=say)


def _embedding(options: Mapping[str, Any], say: Say) -> dict[str, Any]:
    benchmark = EmbeddingBenchmark(options["passages"], options["queries"], options["limit"])
    return run_embedding_benchmark(benchmark, say=say)


def _vectors(options: Mapping[str, Any], say: Say) -> dict[str, Any]:
    benchmark = VectorBenchmark(
        options["passages"], options["queries"], options["fresh"], classes=not options["no_classes"]
    )
    return run_vector_benchmark(benchmark, say=say)


def _hybrid(options: Mapping[str, Any], say: Say) -> dict[str, Any]:
    benchmark = HybridBenchmark(
        options["passages"],
        options["queries"],
        peers=_listed(options["peers"]),
        clients=options["clients"],
        fresh=options["fresh"],
    )
    return run_hybrid_benchmark(benchmark, say=say)


BENCHMARKS: Mapping[str, tuple[Run, Describe]] = {
    "lexical": (_lexical, as_text),
    "embedding": (_embedding, embedding_as_text),
    "vectors": (_vectors, vectors_as_text),
    "hybrid": (_hybrid, hybrid_as_text),
}


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value
