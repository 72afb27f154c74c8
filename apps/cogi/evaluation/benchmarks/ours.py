"""Our lexical engine as the benchmark sees it: through its public calls, as a public viewer."""

from __future__ import annotations

import time

from cogi.corpus.models import Scope
from cogi.evaluation.benchmarks import footprint
from cogi.evaluation.benchmarks.corpus_loading import LoadedCorpus
from cogi.evaluation.benchmarks.timing import Ask
from cogi.evaluation.scratch import read_scratch
from cogi.index.lexical import search_lexical
from cogi.index.rebuilding import rebuild_segments

MEGABYTE = 1_000_000


def build(corpus: LoadedCorpus) -> dict[str, float]:
    """Build the segments anew from the stored text and return the time and the size that takes."""
    began = time.perf_counter()
    rebuild_segments(corpus.scope)
    seconds = time.perf_counter() - began
    return {
        "build_s": seconds,
        "passages_per_s": corpus.passages / seconds,
        "size_mb": footprint.index_bytes(corpus.scope) / MEGABYTE,
        "tables_mb": footprint.table_bytes() / MEGABYTE,
    }


def memory() -> dict[str, float]:
    """Return what this process keeps of the postings that were asked for."""
    return {"memory_mb": footprint.cached_bytes() / MEGABYTE}


def search_with_release(scope: Scope, *, limit: int) -> Ask:
    """Return the search of a request that has read the scope's release already."""
    releases = [read_scratch(scope).release]
    return lambda query: search_lexical(query, releases=releases, limit=limit).best


def whole_request(scope: Scope, *, limit: int) -> Ask:
    """Return the search of a request that first reads which release to search."""
    return lambda query: search_lexical(query, releases=[read_scratch(scope).release], limit=limit).best
