from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from cogi.corpus.models import Edge, NodeRevision, Passage, Release, Scope
from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.models import IngestRun
from cogi.ingest.outbox import enqueue_run
from cogi.ingest.pipeline import ingest_now
from cogi.ingest.progress import Silent
from cogi.ingest.sources import SourceOptions, save_source
from tests.ingest.conftest import WriteTree

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = 40
PATIENCE_SECONDS = 60
Worker = subprocess.Popen[bytes]


@pytest.fixture
def start_worker(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Worker]]:
    """Start real workers on the test database, each in a process group of its own."""
    assert database_url == os.environ["DATABASE_URL"]
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tests.ingest.worker_settings")
    workers: list[Worker] = []

    def start() -> Worker:
        command = [sys.executable, "-m", "celery", "-A", "cogiportal", "worker", "--concurrency", "1"]
        workers.append(subprocess.Popen(command, cwd=Path.cwd(), start_new_session=True))
        return workers[-1]

    yield start
    for worker in workers:
        kill_group(worker)


def kill_group(worker: Worker) -> None:
    try:
        os.killpg(worker.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        worker.wait()


def kill_main_process(worker: Worker) -> None:
    """Leave its pool process without a parent, perhaps still at work."""
    worker.kill()
    worker.wait()


def wait_for(run: IngestRun, **wanted: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        run.refresh_from_db()
        if all(getattr(run, name) == value for name, value in wanted.items()):
            return
        time.sleep(0.05)
    pytest.fail(f"run: {run.status} {run.stage} {run.error}, wanted: {wanted}")


def contents(scope: Scope) -> dict[str, Any]:
    nodes = NodeRevision.objects.filter(scope=scope).as_of()
    edges = Edge.objects.filter(scope=scope).as_of()
    passages = Passage.objects.filter(scope=scope).as_of()
    return {
        "roots": [
            bytes(root) for root in Release.objects.filter(scope=scope).values_list("merkle_root", flat=True)
        ],
        "nodes": sorted(
            (n.node.uid, bytes(n.content_hash), n.valid_from) for n in nodes.select_related("node")
        ),
        "edges": sorted(edges.values_list("source__uid", "target__uid", "label", "weight")),
        "passages": sorted(passages.values_list("node__uid", "ordinal", "content__text")),
    }


@pytest.mark.parametrize("kill", [kill_group, kill_main_process])
def test_a_killed_worker_changes_nothing_about_how_the_scope_ends(
    kill: Callable[[Worker], None],
    start_worker: Callable[[], Worker],
    write_tree: WriteTree,
    settings: Settings,
) -> None:
    pages = {
        f"p{n}.plain": f"= P{n}\n\nText {n}.\n\n-> p{(n + 1) % PAGES}\n\n== S\n\nMore." for n in range(PAGES)
    }
    location = str(write_tree(pages))
    killed, spared = (get_or_create_scope(f"{name}/1/en") for name in ("killed", "spared"))
    worker = start_worker()
    run = enqueue_run(source=save_source(scope=killed, location=location, options=SourceOptions()))
    wait_for(run, status="running", stage="parse")

    kill(worker)
    start_worker()
    wait_for(run, status="succeeded")

    settings.COGI_INGEST_PROCESSES = 1
    source = save_source(scope=spared, location=location, options=SourceOptions())
    ingest_now(source=source, progress=Silent())
    assert contents(killed) == contents(spared)
    assert len(contents(killed)["roots"]) == 1
    assert len(contents(killed)["passages"]) == 2 * PAGES
