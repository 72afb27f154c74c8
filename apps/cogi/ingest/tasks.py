"""Celery tasks: each takes ids and calls one function; retries are the outbox's, not the broker's."""

from __future__ import annotations

from celery import shared_task
from celery.signals import worker_ready

from cogi.ingest.locks import ScopeBusy
from cogi.ingest.models import IngestRun
from cogi.ingest.outbox import HINT_EXPIRES_SECONDS, RUN_TASK, hint_due_runs
from cogi.ingest.pipeline import run_ingest

SOFT_LIMIT_SECONDS = 3600
HARD_LIMIT_SECONDS = 3900


@shared_task(
    name=RUN_TASK,
    ignore_result=True,
    soft_time_limit=SOFT_LIMIT_SECONDS,
    time_limit=HARD_LIMIT_SECONDS,
)
def run_ingest_task(run_id: int) -> str:
    """Carry out the run; a run that is gone, final or in other hands needs nothing."""
    run = IngestRun.objects.select_related("source__scope").filter(pk=run_id).first()
    if run is None:
        return "gone"
    try:
        return run_ingest(run=run).status
    except ScopeBusy:
        return "busy"


@shared_task(
    name="cogi.ingest.tasks.dispatch_pending_runs",
    ignore_result=True,
    expires=HINT_EXPIRES_SECONDS,
    soft_time_limit=30,
    time_limit=60,
)
def dispatch_pending_runs() -> int:
    """Hint at every due run that nobody works on: those whose message or worker was lost."""
    return hint_due_runs()


@worker_ready.connect
def sweep_at_start(**_: object) -> None:
    """Let a new worker begin with what an old one left, whether or not a scheduler runs."""
    dispatch_pending_runs.delay()
