from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from celery import Celery
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.locks import TRY_LOCK
from cogi.ingest.models import IngestRun, Source
from cogi.ingest.outbox import enqueue_run, hint, hint_due_runs
from cogi.ingest.sources import SourceOptions, save_source
from cogiportal.celery import app as celery_app

pytestmark = pytest.mark.django_db

Status = IngestRun.Status


@pytest.fixture
def source() -> Source:
    scope = get_or_create_scope("a/1/en")
    return save_source(scope=scope, location="/docs", options=SourceOptions())


@pytest.fixture
def broker() -> Iterator[Celery]:
    yield from as_current(Celery("test", broker="memory://"))


@pytest.fixture
def dead_broker() -> Iterator[Celery]:
    yield from as_current(Celery("dead", broker="amqp://guest@127.0.0.1:9//"))


def as_current(app: Celery) -> Iterator[Celery]:
    app.set_current()
    yield app
    app.close()
    celery_app.set_current()


def hinted(broker: Celery) -> list[int]:
    """Take the ids of the runs that messages name."""
    with broker.connection_for_read() as connection:
        queue = connection.SimpleQueue("celery")
        return [queue.get_nowait().payload[0][0] for _ in range(queue.qsize())]


def test_a_run_is_hinted_at_after_the_commit(
    source: Source, broker: Celery, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        run = enqueue_run(source=source, accept_shrink=True)
        assert hinted(broker) == []

    assert hinted(broker) == [run.pk]
    assert (run.status, run.accept_shrink) == (Status.QUEUED, True)


def test_a_rolled_back_order_is_never_hinted_at(
    source: Source, broker: Celery, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        enqueue_run(source=source)
        transaction.set_rollback(True)

    assert hinted(broker) == []
    assert not IngestRun.objects.exists()


@pytest.mark.usefixtures("dead_broker")
def test_a_dead_broker_loses_nothing_and_is_logged(
    source: Source,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING), django_capture_on_commit_callbacks(execute=True):
        run = enqueue_run(source=source)

    assert not hint(run.pk)
    assert caplog.messages[0] == f"ingest.hint.failed run={run.pk} error=OperationalError"
    assert IngestRun.objects.get().status == Status.QUEUED


def test_the_sweep_hints_at_what_is_due_and_at_what_lost_its_worker(source: Source, broker: Celery) -> None:
    queued = IngestRun.objects.create(source=source)
    orphaned = IngestRun.objects.create(source=source, status=Status.RUNNING)
    IngestRun.objects.create(source=source, due_at=timezone.now() + timedelta(minutes=1))
    for final in (Status.SUCCEEDED, Status.FAILED):
        IngestRun.objects.create(source=source, status=final)

    assert hint_due_runs() == 2
    assert hinted(broker) == [queued.pk, orphaned.pk]


def test_the_sweep_leaves_alone_what_a_living_worker_holds(
    source: Source, broker: Celery, database_url: str
) -> None:
    IngestRun.objects.create(source=source, status=Status.RUNNING)
    with psycopg.connect(database_url, autocommit=True) as other:
        other.execute(TRY_LOCK, [str(source.scope_id)])

        assert hint_due_runs() == 0
    assert hinted(broker) == []
