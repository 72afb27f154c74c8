"""The same corpus at other sizes: sampled, or repeated with the words of each passage shuffled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

from cogi.corpus.models import Scope
from cogi.corpus.snapshot import NodeDraft, PassageDraft
from cogi.evaluation.benchmarks import footprint, ours
from cogi.evaluation.benchmarks.corpus_loading import DIGEST_LENGTH, LoadedCorpus, page_drafts
from cogi.evaluation.benchmarks.passages import read_passages
from cogi.evaluation.benchmarks.timing import Contender, interleave
from cogi.evaluation.json_lines import file_digest
from cogi.evaluation.progress import Say
from cogi.evaluation.scratch import filled_scope, make_scratch_scope, publish_in_chunks

LIMIT = 10
ROUNDS = 3
SEED = 1
CHUNK_PAGES = 5000


def measure_size(
    passages: Path, queries: Sequence[str], *, size: int, fresh: bool, say: Say
) -> dict[str, float | int]:
    """Return speed, build time and memory of ours with ``size`` passages made of those in ``passages``."""
    corpus = _load(passages, size=size, fresh=fresh, say=say)
    say(f"Building {corpus.scope.slug}.")
    built = ours.build(corpus)
    footprint.clear_caches()
    search = Contender("ours", ours.search_with_release(corpus.scope, limit=LIMIT))
    timings = interleave([search], queries, rounds=ROUNDS)["ours"]
    return {
        "passages": corpus.passages,
        "median_ms": timings.median_ms,
        "p95_ms": timings.p95_ms,
        **built,
        **ours.memory(),
        "segments": len(footprint.live_segments(corpus.scope)),
    }


def _load(passages: Path, *, size: int, fresh: bool, say: Say) -> LoadedCorpus:
    digest = file_digest(passages)
    slug = f"benchmark/{digest[:DIGEST_LENGTH]}-{size}/en"
    settings = {"passages": digest, "size": size, "seed": SEED}
    scope = None if fresh else filled_scope(slug, settings=settings)
    if scope is None:
        say(f"Loading {slug}.")
        scope = make_scratch_scope(slug, settings=settings)
        publish_in_chunks(scope, resized(list(page_drafts(read_passages(passages))), size), chunk=CHUNK_PAGES)
    return LoadedCorpus(scope, _passage_count(scope))


def resized(pages: Sequence[NodeDraft], size: int) -> Iterator[NodeDraft]:
    """Yield pages until they hold ``size`` passages: all ``pages`` in a random order, again and again."""
    chance = random.Random(SEED)  # noqa: S311 - reproducible, not secret
    room, order = size, count()
    for copy in count():
        for page in chance.sample(pages, len(pages)):
            if room <= 0:
                return
            kept = tuple(_shuffled(passage, chance) for passage in islice(page.passages, room))
            room -= len(kept)
            uid = f"{copy}{page.uid}"
            yield replace(page, uid=uid, url=uid, order=next(order), passages=kept)


def _shuffled(passage: PassageDraft, chance: random.Random) -> PassageDraft:
    words = passage.text.split()
    chance.shuffle(words)
    return replace(passage, text=" ".join(words))


def _passage_count(scope: Scope) -> int:
    return scope.releases.latest("number").passage_count
