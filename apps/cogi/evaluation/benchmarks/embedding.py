"""The local embedder, alone and in its pipeline, beside its bare runtime on the same texts in one run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from cogi.corpus.classification import Classification
from cogi.evaluation.benchmarks.corpus_loading import page_drafts
from cogi.evaluation.benchmarks.passages import BenchmarkPassage, read_passages, read_queries
from cogi.evaluation.benchmarks.timing import Contender, interleave
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.json_lines import InvalidFile
from cogi.evaluation.peers.onnx_runtime import OnnxRuntime
from cogi.evaluation.progress import Say
from cogi.evaluation.scratch import drop_scope, make_scratch_scope, publish_nodes
from cogi.index.embedding import embed_live_passages
from cogi.index.models import EmbeddingModel
from cogi.index.pending import passage_text
from cogi.inference.embedders import Embedder, EmbeddingError, default_embedder
from cogi.inference.embedders.base import Vectors
from cogi.inference.embedders.local import LocalTransformerEmbedder

PASSAGES, QUERIES = 512, 100
BLOCK = 64
ROUNDS = 3
SEED = 1
RAW, EMBEDDER, PIPELINE = "raw", "embedder", "pipeline"


class NoLocalEmbedder(EvaluationError):
    """There is no bare runtime to compare with."""

    def __init__(self) -> None:
        super().__init__(
            "The benchmark compares the local embedder with its runtime: "
            "set COGI_EMBEDDERS['default'] to LocalTransformerEmbedder."
        )


@dataclass(frozen=True, slots=True)
class EmbeddingBenchmark:
    """What to embed: ``limit`` passages, chosen at random but always the same, and queries.

    Without ``queries`` the titles of the passages are asked.
    """

    passages: Path
    queries: Path | None = None
    limit: int = PASSAGES


class _Unknown(Embedder):
    """``embedder`` under a name that no vector is stored for, so that the pipeline has to make them."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._name = f"benchmark@{uuid4().hex[:8]}"
        self.max_tokens = embedder.max_tokens
        self.leaves_machine = embedder.leaves_machine
        self.clearance: Classification = embedder.clearance

    @property
    def model_id(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    def embed_query(self, text: str) -> Vectors:
        return self._embedder.embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self._embedder.embed_passages(texts)

    def truncates(self, text: str) -> bool:
        return self._embedder.truncates(text)


def run_embedding_benchmark(benchmark: EmbeddingBenchmark, *, say: Say) -> dict[str, Any]:
    """Measure and return passages a second and milliseconds a query, ours over raw among ``ratios``.

    Raises:
        InvalidFile: when the passages or the queries cannot be read.
        NoLocalEmbedder: when the default embedder is another one.
        EvaluationError: when its model cannot be run.
    """
    embedder = default_embedder()
    if not isinstance(embedder, LocalTransformerEmbedder):
        raise NoLocalEmbedder
    passages = _sample(benchmark.passages, benchmark.limit)
    queries = read_queries(benchmark.queries) if benchmark.queries else [each.title for each in passages]
    try:
        embedder.embed_query(passages[0].text)
    except EmbeddingError as exc:
        raise EvaluationError(str(exc)) from exc
    runtime = OnnxRuntime(embedder)
    say(f"Embedding {len(passages)} passages in turns of {BLOCK}.")
    seconds = _embed_in_turns(runtime, embedder, passages)
    say(f"Embedding {len(queries[:QUERIES])} queries in {ROUNDS} rounds.")
    query_ms = _time_queries(runtime, embedder, queries[:QUERIES])
    return {
        "corpus": {"passages": len(passages), "queries": len(queries[:QUERIES]), "model": embedder.model_id},
        **{
            name: {"passages_per_s": len(passages) / seconds[name]}
            | ({"query_ms": query_ms[name]} if name in query_ms else {})
            for name in (RAW, EMBEDDER, PIPELINE)
        },
        "ratios": {
            "embedder_throughput": seconds[RAW] / seconds[EMBEDDER],
            "pipeline_throughput": seconds[RAW] / seconds[PIPELINE],
            "query_ms": query_ms[EMBEDDER] / query_ms[RAW],
        },
    }


def embedding_as_text(measured: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a report for people."""
    corpus, ratios = measured["corpus"], measured["ratios"]
    yield f"{corpus['passages']} passages, {corpus['queries']} queries, {corpus['model']}"
    for name in (RAW, EMBEDDER, PIPELINE):
        row = measured[name]
        query = f"  {row['query_ms']:8.3f} ms a query" if "query_ms" in row else ""
        yield f"{name:10}{row['passages_per_s']:10.1f} passages/s{query}"
    yield (
        f"of raw: embedder {ratios['embedder_throughput']:.3f}, pipeline {ratios['pipeline_throughput']:.3f} "
        f"of its passages/s; a query takes {ratios['query_ms']:.3f} × as long"
    )


def _sample(path: Path, limit: int) -> list[BenchmarkPassage]:
    passages = list(read_passages(path))
    if not passages:
        raise InvalidFile(f"{path} holds no passage.")
    return random.Random(SEED).sample(passages, min(limit, len(passages)))  # noqa: S311 - no secret


def _embed_in_turns(
    runtime: OnnxRuntime, embedder: Embedder, passages: Sequence[BenchmarkPassage]
) -> dict[str, float]:
    """Return the seconds that each way took in all; who comes first changes from block to block."""
    unknown = _Unknown(embedder)
    seconds = dict.fromkeys((RAW, EMBEDDER, PIPELINE), 0.0)
    for number, start in enumerate(range(0, len(passages), BLOCK)):
        block = passages[start : start + BLOCK]
        texts = [passage_text([part for part in (p.title, p.heading) if part], p.text) for p in block]
        prepared = runtime.prepare(texts)
        scope = make_scratch_scope("benchmark/embedding/en", settings={})
        publish_nodes(scope, page_drafts(block))
        ways: list[tuple[str, Callable[[], object]]] = [
            (RAW, partial(runtime.run_all, prepared)),
            (EMBEDDER, partial(embedder.embed_passages, texts)),
            (PIPELINE, partial(embed_live_passages, unknown, scope=scope)),
        ]
        first = number % len(ways)
        for name, embed in (*ways[first:], *ways[:first]):
            began = time.perf_counter()
            embed()
            seconds[name] += time.perf_counter() - began
        drop_scope(scope)
    EmbeddingModel.objects.filter(name=unknown.model_id).delete()
    return seconds


def _time_queries(runtime: OnnxRuntime, embedder: Embedder, queries: Sequence[str]) -> dict[str, float]:
    prepared = {query: runtime.prepare([query])[0] for query in queries}
    contenders = [
        Contender(RAW, lambda query: runtime.run(prepared[query])),
        Contender(EMBEDDER, embedder.embed_query),
    ]
    timings = interleave(contenders, queries, rounds=ROUNDS)
    return {name: each.median_ms for name, each in timings.items()}
