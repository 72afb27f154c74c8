"""The outbox: a run is a row first; the message that follows is a hint that may be lost or doubled."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from cogi.ingest.locks import is_locked
from cogi.ingest.models import IngestRun, Source

logger = logging.getLogger(__name__)

RUN_TASK = "cogi.ingest.tasks.run_ingest_task"
HINT_EXPIRES_SECONDS = 60
"""A hint that waited longer is dropped: the sweep gives a new one while the run is due."""


def enqueue_run(*, source: Source, accept_shrink: bool = False, accept_regression: bool = False) -> IngestRun:
    """Order a run of ``source`` and hint at it after the commit. A dead broker only delays it."""
    run = IngestRun.objects.create(
        source=source, accept_shrink=accept_shrink, accept_regression=accept_regression
    )
    transaction.on_commit(partial(hint, run.pk), robust=True)
    return run


def hint_due_runs() -> int:
    """Hint at each due run that nobody works on; return how many."""
    due = IngestRun.objects.due(timezone.now()).values_list("pk", "source__scope_id")
    return sum(hint(run_id) for run_id, scope_id in due if not is_locked(scope_id))


def hint(run_id: int) -> bool:
    """Send the message that makes a worker look at the run; return whether the broker took it."""
    try:
        with current_app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0)
            current_app.send_task(
                RUN_TASK, [run_id], expires=HINT_EXPIRES_SECONDS, retry=False, connection=broker
            )
    except (OperationalError, OSError) as exc:
        logger.warning("ingest.hint.failed run=%s error=%s", run_id, type(exc).__name__)
        return False
    return True
