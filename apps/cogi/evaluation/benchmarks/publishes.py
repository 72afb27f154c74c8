"""Publishes one changed page after another and times how soon its new word is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np
from django.utils import timezone

from cogi.corpus.models import Scope
from cogi.corpus.publishing import prune_releases, publish_changes
from cogi.corpus.snapshot import NodeDraft, Update
from cogi.evaluation.benchmarks import footprint, ours
from cogi.evaluation.benchmarks.corpus_loading import page_drafts
from cogi.evaluation.benchmarks.passages import read_passages
from cogi.evaluation.benchmarks.timing import Contender, interleave
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.progress import Say
from cogi.evaluation.scratch import without_vectors
from cogi.index.tasks import merge_segments

LIMIT = 10
ROUNDS = 3
PROGRESS_EVERY = 50


class NotSearchable(EvaluationError):
    """What was published is not found."""

    def __init__(self, uid: str) -> None:
        super().__init__(f"The page {uid} was published, and a search does not find its new word.")


def run_publishes(
    scope: Scope, passages: Path, queries: Sequence[str], *, count: int, say: Say
) -> dict[str, Any]:
    """Change ``count`` pages of ``scope``, one a publish, and return what that took and left behind.

    After each publish the segments are merged as a worker would, timed apart. At the end the pages are
    as they were, and only the newest release is kept.

    Raises:
        NotSearchable: when a change is not found.
    """
    pages = list(page_drafts(read_passages(passages)))
    chosen = [pages[number * len(pages) // count] for number in range(min(count, len(pages)))]
    before = _median(scope, queries)
    publishes, merges = [], []
    for number, page in enumerate(chosen):
        publishes.append(_milliseconds(lambda: _publish_until_found(scope, page, _new_word(number))))  # noqa: B023 - called at once
        merges.append(_milliseconds(lambda: merge_segments(scope.pk)))
        if (number + 1) % PROGRESS_EVERY == 0:
            say(f"{number + 1} of {len(chosen)} publishes.")
    scope.refresh_from_db()
    segments = Counter(str(segment.visibility) for segment in footprint.live_segments(scope))
    after = _median(scope, queries)
    _restore(scope, chosen)
    return {
        "count": len(chosen),
        **_percentiles("searchable", publishes),
        **_percentiles("merge", merges),
        "segments": dict(segments),
        "median_before_ms": before,
        "median_after_ms": after,
        "median_ratio": after / before,
    }


@without_vectors
def _publish_until_found(scope: Scope, page: NodeDraft, word: str) -> None:
    first, *others = page.passages
    changed = replace(page, passages=(replace(first, text=f"{first.text} {word}"), *others))
    publish_changes(scope=scope, update=Update([changed]), now=timezone.now())
    if not ours.whole_request(scope, limit=1)(word):
        raise NotSearchable(page.uid)


@without_vectors
def _restore(scope: Scope, pages: Sequence[NodeDraft]) -> None:
    publish_changes(scope=scope, update=Update(pages), now=timezone.now())
    prune_releases(scope, keep=1)


def _new_word(number: int) -> str:
    """Return a word of letters that no text holds, another for each number."""
    letters = "".join(chr(ord("b") + int(digit)) for digit in str(number))
    return f"zqxv{letters}zqxv"


def _median(scope: Scope, queries: Sequence[str]) -> float:
    search = Contender("ours", ours.search_with_release(scope, limit=LIMIT))
    return interleave([search], queries, rounds=ROUNDS)["ours"].median_ms


def _milliseconds(action: Callable[[], object]) -> float:
    began = perf_counter_ns()
    action()
    return (perf_counter_ns() - began) / 1e6


def _percentiles(name: str, milliseconds: Sequence[float]) -> dict[str, float]:
    return {f"{name}_p{p}_ms": float(np.percentile(milliseconds, p)) for p in (50, 95, 100)}
