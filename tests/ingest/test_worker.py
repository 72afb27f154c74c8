from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from cogi.corpus.models import Edge, NodeRevision, Passage, Release, Scope
from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.locks import is_locked
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


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"waited {PATIENCE_SECONDS} s in vain")
        time.sleep(0.05)


def wait_for(run: IngestRun, **wanted: str) -> None:
    wait_until(lambda: IngestRun.objects.filter(pk=run.pk, **wanted).exists())


@contextmanager
def publishing_held_up(scope: Scope, database_url: str) -> Iterator[None]:
    """Lock the scope's row, so that who publishes waits in the middle of it."""
    with psycopg.connect(database_url) as other:
        other.execute("SELECT FROM cogi_corpus_scope WHERE id = %s FOR NO KEY UPDATE", [scope.pk])
        yield
        other.rollback()


def someone_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


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


def order(scope: Scope, location: str) -> IngestRun:
    return enqueue_run(source=save_source(scope=scope, location=location, options=SourceOptions()))


def contents_without_a_kill(location: str) -> dict[str, Any]:
    scope = get_or_create_scope("spared/1/en")
    source = save_source(scope=scope, location=location, options=SourceOptions())
    ingest_now(source=source, progress=Silent())
    return contents(scope)


@pytest.fixture
def location(write_tree: WriteTree) -> str:
    text = "= P{n}\n\nText {n}.\n\n-> p{after}\n\n== S\n\nMore."
    pages = {f"p{n}.plain": text.format(n=n, after=(n + 1) % PAGES) for n in range(PAGES)}
    return str(write_tree(pages))


def test_workers_killed_while_parsing_and_while_publishing_change_nothing_about_how_the_scope_ends(
    start_worker: Callable[[], Worker], location: str, database_url: str
) -> None:
    scope = get_or_create_scope("killed/1/en")
    first = start_worker()
    run = order(scope, location)
    wait_for(run, status="running", stage="parse")
    kill_group(first)
    with publishing_held_up(scope, database_url):
        second = start_worker()
        wait_for(run, stage="publish")
        wait_until(someone_waits)
        kill_group(second)
    wait_until(lambda: not is_locked(scope.pk))
    assert not Release.objects.exists()

    start_worker()
    wait_for(run, status="succeeded")

    assert contents(scope) == contents_without_a_kill(location)
    assert len(contents(scope)["roots"]) == 1
    assert len(contents(scope)["passages"]) == 2 * PAGES


def test_a_worker_whose_main_process_alone_is_killed_changes_nothing_either(
    start_worker: Callable[[], Worker], location: str
) -> None:
    scope = get_or_create_scope("killed/1/en")
    worker = start_worker()
    run = order(scope, location)
    wait_for(run, status="running", stage="parse")

    kill_main_process(worker)
    start_worker()
    wait_for(run, status="succeeded")

    assert contents(scope) == contents_without_a_kill(location)
    assert len(contents(scope)["roots"]) == 1
