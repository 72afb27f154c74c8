"""The dense benchmark: our search beside bare pgvector in one run, and what viewers of a part find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.classification import LOWEST, Classification
from cogi.corpus.models import Passage, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.benchmarks.bare_vectors import bare_search, bare_table, read_vectors
from cogi.evaluation.benchmarks.classes import SHARES, load_classified
from cogi.evaluation.benchmarks.corpus_loading import load_corpus
from cogi.evaluation.benchmarks.passages import read_queries
from cogi.evaluation.benchmarks.timing import Contender, Timings, interleave
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.progress import Say
from cogi.evaluation.relevance.embedding import embed_scope
from cogi.index.conf import conf
from cogi.index.embedding import registered_model
from cogi.index.models import EmbeddingModel
from cogi.index.reading import ReleaseKey
from cogi.index.vectors import VectorMatches, search_vectors
from cogi.inference.embedders import Embedder, default_embedder
from cogi.retrieval.scopes import read_scopes

LIMIT = 10
ROUNDS, VIEWER_ROUNDS = 5, 2
OURS, BARE = "ours", "pgvector"
Vector = NDArray[np.float32]
# Similarities are kept in half precision.
TOLERANCE = 1e-3


class NoEmbedder(EvaluationError):
    """There is nothing to make vectors with."""

    def __init__(self) -> None:
        super().__init__("The benchmark needs vectors, and COGI_EMBEDDERS has no default. Configure one.")


@dataclass(frozen=True, slots=True)
class VectorBenchmark:
    """What to measure; ``fresh`` loads the passages anew, ``classes`` also those by clearance."""

    passages: Path
    queries: Path
    fresh: bool = False
    classes: bool = True


@dataclass(frozen=True, slots=True)
class _Viewer:
    """Who searches the releases, or only ``pages`` of them; ``vectors`` are those that may be found."""

    releases: Sequence[ReleaseKey]
    model: EmbeddingModel
    vectors: Vector
    pages: frozenset[int] | None = None

    def search(self, query: Vector) -> VectorMatches:
        return search_vectors(
            query, model_id=self.model.name, releases=self.releases, limit=LIMIT, pages=self.pages
        )


def run_vector_benchmark(benchmark: VectorBenchmark, *, say: Say) -> dict[str, Any]:
    """Return recall and speed of ours beside bare pgvector, and recall and counts of viewers of a part.

    Raises:
        InvalidFile: when a file is not what it should be.
        NoEmbedder, EmbeddingFailed: when there are no vectors to be had.
    """
    embedder = default_embedder()
    if embedder is None:
        raise NoEmbedder
    queries = read_queries(benchmark.queries)
    scope = load_corpus(benchmark.passages, fresh=benchmark.fresh, say=say).scope
    embed_scope(scope, embedder, say=say)
    model = registered_model(embedder)
    asked = {query: embedder.embed_query(query) for query in queries}
    everything = _Viewer(_releases(scope, LOWEST), model, read_vectors(scope, model)[1])
    measured = {
        "corpus": {"passages": len(everything.vectors), "queries": len(queries), "limit": LIMIT},
        "hnsw": {
            "m": conf.hnsw_m,
            "ef_construction": conf.hnsw_ef_construction,
            "ef_search": conf.hnsw_ef_search,
        },
        **_race(everything, scope, asked, say=say),
        "pages": _by_pages(scope, everything, asked, say=say),
    }
    if benchmark.classes:
        measured["classes"] = _by_class(benchmark, embedder, asked, say=say)
    return measured


def _race(viewer: _Viewer, scope: Scope, asked: Mapping[str, Vector], *, say: Say) -> dict[str, Any]:
    say("Building the bare index.")
    with bare_table(scope, viewer.model):
        bare = bare_search(limit=LIMIT)
        say(f"Asking {len(asked)} queries in {ROUNDS} rounds.")
        contenders = [
            Contender(OURS, lambda query: viewer.search(asked[query])),
            Contender(BARE, lambda query: bare(asked[query])),
        ]
        timings = interleave(contenders, list(asked), rounds=ROUNDS)
    return {
        OURS: _speed(timings[OURS]) | _found(viewer, asked),
        BARE: _speed(timings[BARE]),
        "ratio": timings[OURS].median_ms / timings[BARE].median_ms,
    }


def _by_pages(
    scope: Scope, everything: _Viewer, asked: Mapping[str, Vector], *, say: Say
) -> dict[str, dict[str, float]]:
    """Measure searches that are narrowed to pages, by the share of the pages."""
    page_of = np.array(
        Passage.objects.filter(scope=scope).as_of().order_by("pk").values_list("page_id", flat=True)
    )
    pages = np.unique(page_of)
    order = np.random.default_rng(0).permutation(pages)
    measured = {}
    for share in SHARES:
        say(f"Narrowing to {share:.1%} of the pages.")
        some = order[: max(round(share * order.size), 1)]
        visible = everything.vectors[np.isin(page_of, some)]
        viewer = _Viewer(everything.releases, everything.model, visible, frozenset(some.tolist()))
        measured[f"{share:.1%}"] = _measured(viewer, asked)
    return measured


def _by_class(
    benchmark: VectorBenchmark, embedder: Embedder, asked: Mapping[str, Vector], *, say: Say
) -> dict[str, dict[str, float]]:
    """Measure viewers of each clearance in a scope whose pages are classified."""
    scope = load_classified(benchmark.passages, fresh=benchmark.fresh, say=say)
    embed_scope(scope, embedder, say=say)
    model = registered_model(embedder)
    ids, vectors = read_vectors(scope, model)
    lows = dict(Passage.objects.filter(scope=scope).as_of().values_list("pk", "visibility__low"))
    low_of = np.array([lows[pk] for pk in ids.tolist()])
    measured = {}
    for share, clearance in zip(SHARES, Classification, strict=True):
        viewer = _Viewer(_releases(scope, clearance), model, vectors[low_of <= clearance])
        measured[f"{share:.1%}"] = _measured(viewer, asked)
    return measured


def _measured(viewer: _Viewer, asked: Mapping[str, Vector]) -> dict[str, float]:
    search = Contender(OURS, lambda query: viewer.search(asked[query]))
    timings = interleave([search], list(asked), rounds=VIEWER_ROUNDS)[OURS]
    return {"passages": len(viewer.vectors)} | _speed(timings) | _found(viewer, asked)


def _found(viewer: _Viewer, asked: Mapping[str, Vector]) -> dict[str, float]:
    """Return recall against exact search, and the share of queries with as many results as there are."""
    expected = min(LIMIT, len(viewer.vectors))
    recalls, full = [], 0
    for query in asked.values():
        similarities = viewer.vectors @ query
        least = np.partition(similarities, -expected)[-expected]
        matches = viewer.search(query)
        full += len(matches) == expected
        recalls.append(sum(match.similarity >= least - TOLERANCE for match in matches) / expected)
    return {f"recall@{LIMIT}": float(np.mean(recalls)), "full": full / len(asked)}


def _releases(scope: Scope, clearance: Classification) -> list[ReleaseKey]:
    perimeter = Perimeter.of({scope.pk: clearance})
    return [state.release for state in read_scopes(perimeter, slugs=[scope.slug])]


def _speed(timings: Timings) -> dict[str, float]:
    return {"median_ms": timings.median_ms, "p95_ms": timings.p95_ms}


def vectors_as_text(measured: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a report for people."""
    corpus, ours, bare = measured["corpus"], measured[OURS], measured[BARE]
    yield f"{corpus['passages']:,} passages, {corpus['queries']} queries, the best {LIMIT}"
    yield f"ours: {_row(ours)}"
    yield f"pgvector: median {bare['median_ms']:.2f} ms, p95 {bare['p95_ms']:.2f}"
    yield f"ours / pgvector: {measured['ratio']:.2f}"
    for kind in ("pages", "classes"):
        for share, row in measured.get(kind, {}).items():
            yield f"{share} by {kind} ({row['passages']:,} passages): {_row(row)}"


def _row(row: Mapping[str, float]) -> str:
    return (
        f"median {row['median_ms']:.2f} ms, p95 {row['p95_ms']:.2f}, recall {row[f'recall@{LIMIT}']:.4f}, "
        f"full {row['full']:.1%}"
    )
