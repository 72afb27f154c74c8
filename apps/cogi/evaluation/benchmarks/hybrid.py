"""The hybrid benchmark: a whole search beside the sum of its raw parts and a peer, in one run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db import connection
from django.test.utils import override_settings

from cogi.corpus.models import Scope
from cogi.evaluation.benchmarks.asking import LIMIT, perimeter_of, repeated_search, whole_search
from cogi.evaluation.benchmarks.bare_vectors import bare_search, bare_table, read_vectors
from cogi.evaluation.benchmarks.corpus_loading import load_corpus
from cogi.evaluation.benchmarks.ours import MEGABYTE
from cogi.evaluation.benchmarks.passages import read_queries
from cogi.evaluation.benchmarks.throughput import CLIENTS, measure_throughput
from cogi.evaluation.benchmarks.timing import Ask, Contender, Timings, interleave
from cogi.evaluation.benchmarks.vectors import NoEmbedder
from cogi.evaluation.peers.base import HybridPeer, load_hybrid_peer
from cogi.evaluation.progress import Say
from cogi.evaluation.relevance.embedding import embed_scope
from cogi.index.embedding import registered_model
from cogi.index.lexical import search_lexical
from cogi.index.models import EmbeddingModel
from cogi.inference.embedders import Embedder, default_embedder
from cogi.retrieval.scopes import read_scopes

ROUNDS, CACHED_ROUNDS = 5, 3
OURS, EMBED, HNSW, BM25 = "ours", "embed", "hnsw", "bm25"


@dataclass(frozen=True, slots=True)
class HybridBenchmark:
    """What to measure. ``clients`` ask at once in the end (0: that is left out).

    ``fresh`` loads the passages anew; else they and their vectors are kept between runs.
    """

    passages: Path
    queries: Path
    peers: Sequence[str] = ()
    clients: int = CLIENTS
    fresh: bool = False


def run_hybrid_benchmark(benchmark: HybridBenchmark, *, say: Say) -> dict[str, Any]:
    """Return the speed of whole searches, of their raw parts, from the cache, of many clients, of peers.

    Whole searches classify, ask all engines, fuse, rerank by the graph and hydrate ten hits with snippets;
    nothing comes from a cache of results or of question vectors.

    Raises:
        InvalidFile: when a file is not what it should be.
        NoEmbedder, EmbeddingFailed: when there are no vectors to be had.
        UnknownPeer, PeerNotInstalled: when a peer cannot be had.
    """
    peers = [load_hybrid_peer(name) for name in benchmark.peers]
    embedder = default_embedder()
    if embedder is None:
        raise NoEmbedder
    queries = read_queries(benchmark.queries)
    corpus = load_corpus(benchmark.passages, fresh=benchmark.fresh, say=say)
    embed_scope(corpus.scope, embedder, say=say)
    model = registered_model(embedder)
    with ExitStack() as stack:
        say("Building the bare index.")
        stack.enter_context(bare_table(corpus.scope, model))
        built, asks = {}, {}
        for peer in peers:
            say(f"Building {peer.name}.")
            built[peer.name] = stack.enter_context(_built(peer, corpus.scope, model))
            asks[peer.name] = _asked(peer, embedder)
        say(f"Asking {len(queries)} queries in {ROUNDS} rounds.")
        timings = _race(corpus.scope, embedder, asks, queries)
    say("Asking the cache.")
    cached = _cached(corpus.scope, queries)
    return {
        "corpus": {"passages": corpus.passages, "queries": len(queries), "limit": LIMIT},
        OURS: _speed(timings[OURS]),
        **_compared(timings),
        "cached": {"median_ms": cached.median_ms, "p99_ms": cached.percentile(99)},
        "throughput": _throughput(benchmark, corpus.scope, queries, say=say),
        "peers": {name: row | _speed(timings[name]) for name, row in built.items()},
        "ratios": {name: timings[OURS].median_ms / timings[name].median_ms for name in built},
    }


def _race(
    scope: Scope, embedder: Embedder, peers: Mapping[str, Ask], queries: Sequence[str]
) -> Mapping[str, Timings]:
    vectors = {query: embedder.embed_query(query) for query in queries}
    bare = bare_search(limit=LIMIT)
    releases = [state.release for state in read_scopes(perimeter_of(scope.slug), slugs=[scope.slug])]
    contenders = [
        Contender(OURS, whole_search(scope.slug)),
        Contender(EMBED, embedder.embed_query),
        Contender(HNSW, lambda query: bare(vectors[query])),
        Contender(BM25, lambda query: search_lexical(query, releases=releases, limit=LIMIT).best),
        *(Contender(name, ask) for name, ask in peers.items()),
    ]
    with override_settings(COGI_CACHE=None):
        return interleave(contenders, queries, rounds=ROUNDS)


def _cached(scope: Scope, queries: Sequence[str]) -> Timings:
    """Time searches whose results are in the cache, after one round that puts them there."""
    contender = Contender("cached", repeated_search(scope.slug))
    return interleave([contender], queries, rounds=CACHED_ROUNDS)[contender.name]


def _throughput(
    benchmark: HybridBenchmark, scope: Scope, queries: Sequence[str], *, say: Say
) -> dict[str, float]:
    if not benchmark.clients:
        return {}
    say(f"Asking as {benchmark.clients} clients.")
    return measure_throughput(scope.slug, queries, clients=benchmark.clients)


def _compared(timings: Mapping[str, Timings]) -> dict[str, Any]:
    """Return the raw parts: each one's median, and the median over the queries of their sums."""
    parts = [timings[name] for name in (EMBED, HNSW, BM25)]
    total = Timings(
        {
            query: [sum(times) for times in zip(*(part.by_query[query] for part in parts), strict=True)]
            for query in parts[0].by_query
        }
    )
    medians = {f"{name}_ms": timings[name].median_ms for name in (EMBED, HNSW, BM25)}
    return {
        "raw_parts": {**medians, "sum_median_ms": total.median_ms},
        "ratio": timings[OURS].median_ms / total.median_ms,
    }


@contextmanager
def _built(peer: HybridPeer, scope: Scope, model: EmbeddingModel) -> Iterator[dict[str, float]]:
    """Build ``peer`` in a temporary folder; give what that took."""
    ids, vectors = read_vectors(scope, model)
    texts = _texts(ids.tolist())
    with TemporaryDirectory(prefix=f"cogi-benchmark-{peer.name}-") as folder:
        began = time.perf_counter()
        peer.build(ids.tolist(), texts, vectors, folder=Path(folder))
        yield {"build_s": time.perf_counter() - began, "size_mb": peer.size_bytes() / MEGABYTE}


def _asked(peer: HybridPeer, embedder: Embedder) -> Ask:
    return lambda query: peer.search(query, embedder.embed_query(query), limit=LIMIT)


def _texts(ids: Sequence[int]) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array_to_string(content.trail, ' ') || E'\\n' || content.text "
            "FROM unnest(%s::bigint[]) WITH ORDINALITY AS wanted(id, place) "
            "JOIN cogi_corpus_passage AS passage USING (id) "
            "JOIN cogi_corpus_passagecontent AS content ON content.id = passage.content_id ORDER BY place",
            [list(ids)],
        )
        return [text for (text,) in cursor.fetchall()]


def _speed(timings: Timings) -> dict[str, float]:
    return {
        "median_ms": timings.median_ms,
        "p95_ms": timings.p95_ms,
        "p99_ms": timings.percentile(99),
    }


def hybrid_as_text(measured: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a report for people."""
    corpus, parts, cached = measured["corpus"], measured["raw_parts"], measured["cached"]
    yield f"{corpus['passages']:,} passages, {corpus['queries']} queries, the best {LIMIT}"
    for name, row in {OURS: measured[OURS], **measured["peers"]}.items():
        yield f"{name}: median {row['median_ms']:.2f} ms, p95 {row['p95_ms']:.2f}, p99 {row['p99_ms']:.2f}"
    yield (
        f"raw parts: embedding {parts['embed_ms']:.2f} + HNSW {parts['hnsw_ms']:.2f} + BM25 "
        f"{parts['bm25_ms']:.2f} = {parts['sum_median_ms']:.2f} ms; ours / sum {measured['ratio']:.2f}"
    )
    for name, ratio in measured["ratios"].items():
        yield f"ours / {name}: median {ratio:.3f}"
    yield f"from the cache: median {cached['median_ms']:.2f} ms, p99 {cached['p99_ms']:.2f}"
    if rates := measured["throughput"]:
        yield _rates(rates)


def _rates(rates: Mapping[str, float]) -> str:
    return (
        f"one client: {rates['one_per_s']:.1f} searches/s; {rates['clients']} clients of "
        f"{rates['processes']} processes: {rates['many_per_s']:.1f}, {rates['ratio']:.2f} times as many"
    )
