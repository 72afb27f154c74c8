"""Celery tasks of the corpus: each calls one function and may be killed anywhere."""

from __future__ import annotations

from celery import shared_task

from cogi.corpus.conf import conf
from cogi.corpus.publishing.pruning import prune_all


@shared_task(
    name="cogi.corpus.tasks.prune_scopes",
    ignore_result=True,
    expires=3600,
    soft_time_limit=1800,
    time_limit=1860,
)
def prune_scopes() -> None:
    """Forget releases beyond ``COGI_KEEP_RELEASES``; what a killed run leaves, the next one takes."""
    if conf.keep_releases is not None:
        prune_all(keep=conf.keep_releases)
