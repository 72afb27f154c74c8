"""The lexical benchmark: ours and its peers on one corpus, in one run, one thread, the best ten."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.test.utils import override_settings

from cogi.evaluation.benchmarks import footprint, ours
from cogi.evaluation.benchmarks.corpus_loading import LoadedCorpus, load_corpus
from cogi.evaluation.benchmarks.growth import measure_size
from cogi.evaluation.benchmarks.ours import MEGABYTE
from cogi.evaluation.benchmarks.passages import read_passages, read_queries
from cogi.evaluation.benchmarks.publishes import run_publishes
from cogi.evaluation.benchmarks.timing import Contender, Timings, interleave
from cogi.evaluation.peers import Peer, load_peer
from cogi.evaluation.progress import Say

LIMIT = 10
ROUNDS, FURTHER_ROUNDS = 5, 3
OURS = "ours"


@dataclass(frozen=True, slots=True)
class LexicalBenchmark:
    """What to measure. ``publishes`` is how many pages to change, ``sizes`` are further corpora to make.

    ``fresh`` loads the passages anew.
    """

    passages: Path
    queries: Path
    peers: Sequence[str] = ()
    publishes: int = 0
    sizes: Sequence[int] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Race:
    """The timings of one series of rounds, ours beside those of the peers by name."""

    ours: Timings
    peers: Mapping[str, Timings]

    def ratio(self, peer: str, *, percent: float) -> float:
        """Return ours / the peer's at a percentile, over the queries that the peer was asked."""
        theirs = self.peers[peer]
        return self.ours.percentile(percent, queries=theirs.by_query) / theirs.percentile(percent)


def run_lexical_benchmark(benchmark: LexicalBenchmark, *, say: Say) -> dict[str, Any]:
    """Return what was measured of ours and of each peer, and the ratios ours / peer.

    Raises:
        InvalidFile: when a file is not what it should be.
        UnknownPeer, PeerNotInstalled: when a peer cannot be had.
    """
    peers = [load_peer(name) for name in benchmark.peers]
    queries = read_queries(benchmark.queries)
    corpus = load_corpus(benchmark.passages, fresh=benchmark.fresh, say=say)
    say("Building ours.")
    measured = {OURS: ours.build(corpus)}
    with ExitStack() as stack:
        for peer in peers:
            say(f"Building {peer.name}.")
            measured[peer.name] = stack.enter_context(_built(peer, benchmark.passages))
        races = _race_all(corpus, peers, queries, measured, say=say)
    further: dict[str, Any] = {}
    if benchmark.publishes:
        further["publishes"] = run_publishes(
            corpus.scope, benchmark.passages, queries, count=benchmark.publishes, say=say
        )
    if benchmark.sizes:
        further["sizes"] = {
            str(size): measure_size(benchmark.passages, queries, size=size, fresh=benchmark.fresh, say=say)
            for size in benchmark.sizes
        }
    return {
        "corpus": {"passages": corpus.passages, "queries": len(queries), "rounds": ROUNDS, "limit": LIMIT},
        OURS: measured.pop(OURS),
        "peers": measured,
        "ratios": {peer.name: _ratios(peer.name, races) for peer in peers},
        **further,
    }


@contextmanager
def _built(peer: Peer, passages: Path) -> Iterator[dict[str, float]]:
    """Build ``peer`` in a temporary folder; give what that took."""
    with TemporaryDirectory(prefix=f"cogi-benchmark-{peer.name}-") as folder:
        read = list(read_passages(passages))
        began = time.perf_counter()
        peer.build(read, folder=Path(folder))
        seconds = time.perf_counter() - began
        try:
            yield {"build_s": seconds, "size_mb": peer.size_bytes() / MEGABYTE}
        finally:
            peer.close()


def _race_all(
    corpus: LoadedCorpus,
    peers: Sequence[Peer],
    queries: Sequence[str],
    measured: Mapping[str, dict[str, float]],
    *,
    say: Say,
) -> dict[str, Race]:
    """Run the warm rounds, then those of whole requests and those without caches; add to ``measured``."""
    say(f"Asking {len(queries)} queries in {ROUNDS} rounds.")
    footprint.clear_caches()
    search = ours.search_with_release(corpus.scope, limit=LIMIT)
    warm = _race(Contender(OURS, search), peers, queries, rounds=ROUNDS)
    measured[OURS] |= _speed(warm.ours) | ours.memory()
    for peer in peers:
        measured[peer.name] |= _speed(warm.peers[peer.name]) | _memory(peer)
    fast = [peer for peer in peers if peer.every == 1]
    request = Contender(OURS, ours.whole_request(corpus.scope, limit=LIMIT))
    measured[OURS]["request_median_ms"] = _race(request, fast, queries, rounds=FURTHER_ROUNDS).ours.median_ms
    footprint.clear_caches()
    with override_settings(COGI_POSTINGS_CACHE_BYTES=0):
        cold = _race(Contender(OURS, search), fast, queries, rounds=FURTHER_ROUNDS)
    measured[OURS] |= {f"cold_{name}": value for name, value in _speed(cold.ours).items()}
    return {"": warm, "cold_": cold}


def _race(mine: Contender, peers: Sequence[Peer], queries: Sequence[str], *, rounds: int) -> Race:
    timings = dict(interleave([mine, *map(_contender, peers)], queries, rounds=rounds))
    return Race(timings.pop(mine.name), timings)


def _contender(peer: Peer) -> Contender:
    return Contender(
        peer.name,
        lambda query: peer.search(query, limit=LIMIT),
        every=peer.every,
        rounds=1 if peer.every > 1 else None,
    )


def _speed(timings: Timings) -> dict[str, float]:
    return {"median_ms": timings.median_ms, "p95_ms": timings.p95_ms}


def _memory(peer: Peer) -> dict[str, float]:
    held = peer.memory_bytes()
    return {} if held is None else {"memory_mb": held / MEGABYTE}


def _ratios(peer: str, races: Mapping[str, Race]) -> dict[str, float]:
    return {
        f"{prefix}{name}": race.ratio(peer, percent=percent)
        for prefix, race in races.items()
        if peer in race.peers
        for name, percent in (("median", 50), ("p95", 95))
    }
