"""Gives a scope its vectors before it is measured; what was embedded before, or by others, is not again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import connection

from cogi.corpus.models import Scope
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.progress import Say
from cogi.index.coverage import coverage
from cogi.index.embedding import embed_live_passages, registered_model
from cogi.index.hnsw import ensure_hnsw
from cogi.index.pending import pending_contents
from cogi.inference.embedders import Embedder, EmbeddingError

REPORT_SECONDS = 5.0
WAIT_SECONDS = 2.0


class EmbeddingFailed(EvaluationError):
    """The passages could not be embedded."""


def embed_scope(scope: Scope, embedder: Embedder, *, say: Say) -> None:
    """Give every passage of ``scope`` its vector; while another process embeds, wait for it.

    Each batch is kept as it is made: an interrupted run goes on where it was.

    Raises:
        EmbeddingFailed: when the model does not work.
    """
    model = registered_model(embedder)
    if pending := len(pending_contents(embedder, model, scope)):
        say(f"{scope}: {pending:,} texts to embed with {embedder.model_id}.")
    with _reported(scope, embedder, say=say):
        # Once in any case: what was embedded before may not have been counted yet.
        embedded = _embed(scope, embedder)
        while pending_contents(embedder, model, scope):
            if not embedded:
                time.sleep(WAIT_SECONDS)
            embedded = _embed(scope, embedder)
    ensure_hnsw(model, scope=scope)
    scope.refresh_from_db()


def _embed(scope: Scope, embedder: Embedder) -> int:
    try:
        return embed_live_passages(embedder, scope=scope)
    except EmbeddingError as error:
        raise EmbeddingFailed(f"{error} What was embedded so far is kept: start again to go on.") from error


@contextmanager
def _reported(scope: Scope, embedder: Embedder, *, say: Say) -> Iterator[None]:
    """Say every few seconds how far the vectors are."""
    done = Event()
    reporter = Thread(target=_report, args=(scope, embedder, say, done), daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


def _report(scope: Scope, embedder: Embedder, say: Say, done: Event) -> None:
    try:
        while not done.wait(REPORT_SECONDS):
            known = coverage(scope, embedder)
            say(f"{scope}: {known.embedded:,} of {known.total:,} passages embedded ({known.share:.0%}).")
    finally:
        connection.close()
