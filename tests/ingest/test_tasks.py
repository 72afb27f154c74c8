from __future__ import annotations

import psycopg
import pytest

from cogi.corpus.models import Release
from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.locks import TRY_LOCK
from cogi.ingest.models import IngestRun
from cogi.ingest.sources import SourceOptions, save_source
from cogi.ingest.tasks import dispatch_pending_runs, run_ingest_task
from tests.ingest.conftest import WriteTree

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(write_tree: WriteTree) -> IngestRun:
    scope = get_or_create_scope("a/1/en")
    location = str(write_tree({"index.plain": "= Home"}))
    return IngestRun.objects.create(
        source=save_source(scope=scope, location=location, options=SourceOptions())
    )


def test_the_task_carries_out_the_run_and_again_does_nothing(run: IngestRun) -> None:
    assert run_ingest_task(run.pk) == "succeeded"
    assert run_ingest_task(run.pk) == "succeeded"

    run.refresh_from_db()
    assert (run.attempts, Release.objects.count()) == (1, 1)


def test_a_run_that_was_deleted_needs_nothing() -> None:
    assert run_ingest_task(12345) == "gone"


def test_a_run_in_other_hands_stays_due(run: IngestRun, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as other:
        other.execute(TRY_LOCK, [str(run.source.scope_id)])

        assert run_ingest_task(run.pk) == "busy"
        assert dispatch_pending_runs() == 0

    run.refresh_from_db()
    assert run.status == IngestRun.Status.QUEUED


def test_tasks_declare_their_names_and_limits() -> None:
    assert run_ingest_task.name == "cogi.ingest.tasks.run_ingest_task"
    assert dispatch_pending_runs.name == "cogi.ingest.tasks.dispatch_pending_runs"
    assert (run_ingest_task.soft_time_limit, run_ingest_task.time_limit) == (3600, 3900)
    assert (dispatch_pending_runs.soft_time_limit, dispatch_pending_runs.time_limit) == (30, 60)
