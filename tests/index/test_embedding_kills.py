"""A worker that is killed while it embeds loses no vector, and repeats no more than one batch."""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from pathlib import Path

import pytest

from cogi.corpus.models import Passage, Scope
from cogi.index.coverage import coverage
from cogi.index.models import PassageVector
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from tests.drafts import page, publish, scope
from tests.index import diligent

KILLS = 20
PAGES = 300


@pytest.fixture
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    # The server that forks the processes imports what they need beforehand; it knows no other path.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


@pytest.mark.usefixtures("_importable", "database_url")
@pytest.mark.django_db(transaction=True)
def test_twenty_kills_lose_nothing_and_repeat_no_more_than_a_batch_each(tmp_path: Path) -> None:
    here, notes = scope(), tmp_path / "notes"
    publish(here, *(page(f"p{number}", f"text {number}") for number in range(PAGES)))
    chance = random.Random(9)  # noqa: S311 - a fixed seed, for moments
    for _ in range(KILLS):
        _run(here, notes, kill_after=chance.uniform(0, 0.1))
    _run(here, notes, kill_after=None)
    assert coverage(here, DummyEmbedder(DummyEmbedderOptions())).complete
    assert PassageVector.objects.count() == Passage.objects.count() == PAGES
    asked = [text for line in notes.read_text().splitlines() for text in line.split("|")]
    assert set(asked) == {f"text {number}" for number in range(PAGES)}
    assert len(asked) - PAGES <= KILLS * diligent.BATCH


def _run(of: Scope, notes: Path, *, kill_after: float | None) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.index.diligent"])
    ready = context.Event()
    process = context.Process(target=diligent.run, args=(of.pk, notes, ready), daemon=True)
    process.start()
    assert ready.wait(60)
    if kill_after is not None:
        time.sleep(kill_after)
        process.kill()
    process.join(60)
    assert not process.is_alive()
