"""A publish or a merge that is killed loses no document, doubles none, and leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone

from cogi.corpus.models import Passage, Release, Scope
from cogi.index.manifest import read_manifest
from cogi.index.models import PostingBlock, Segment
from cogi.index.sweeping import GRACE, sweep_segments
from tests.drafts import page, publish, scope
from tests.index import restless
from tests.index.test_lexical import find, key

KILLS = 50


@pytest.fixture
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    # The server that forks the processes imports what they need beforehand; it knows no other path.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


@pytest.mark.usefixtures("_importable", "database_url")
@pytest.mark.django_db(transaction=True)
def test_fifty_kills_at_random_moments_lose_double_and_leave_nothing() -> None:
    here = scope()
    publish(here, *(page(f"p{i}", "apples", "second passage") for i in range(restless.PAGES)))
    chance = random.Random(9)  # noqa: S311 - a fixed seed, for moments
    for seed in range(KILLS):
        _run_and_kill(here, seed, after=chance.uniform(0, 0.3))
        assert _documents(here) == sorted(
            Passage.objects.filter(scope=here).as_of().values_list("pk", flat=True)
        )
    here.refresh_from_db()
    # How many were done before their kill depends on the machine; that some were does not.
    assert here.release_number > 1
    matches = find("apples", key(here))
    assert len(matches.best) == matches.page_count == restless.PAGES
    _sweep_later()
    assert not Segment.objects.filter(manifest_entries__isnull=True).exists()
    assert not PostingBlock.objects.exclude(segment__in=Segment.objects.all()).exists()


def _run_and_kill(of: Scope, seed: int, *, after: float) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.index.restless"])
    ready = context.Event()
    process = context.Process(target=restless.run, args=(of.pk, seed, ready), daemon=True)
    process.start()
    assert ready.wait(60)
    time.sleep(after)
    process.kill()
    process.join()


def _documents(of: Scope) -> list[int]:
    """Return the passages that the newest release's manifest holds alive, those held twice twice."""
    of.refresh_from_db()
    release = Release.objects.get(scope=of, number=of.release_number)
    alive = [np.frombuffer(s.segment.passages, "<i8")[~s.dead] for s in read_manifest(release)]
    return sorted(np.concatenate(alive).tolist())


def _sweep_later() -> None:
    sweep_segments()
    Segment.objects.filter(retired_at__isnull=False).update(retired_at=timezone.now() - GRACE - timedelta(1))
    sweep_segments()
