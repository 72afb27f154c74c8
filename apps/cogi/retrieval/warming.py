"""Loads what a first question would otherwise wait for; a process that serves or asks calls it first."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.utils import timezone

from cogi.index.scoring import loops
from cogi.inference.backends import Backend
from cogi.inference.embedders import default_embedder
from cogi.inference.errors import InferenceError
from cogi.inference.rerankers import default_reranker
from cogi.inference.sparse import default_sparse_encoder
from cogi.retrieval.times import times_in

logger = logging.getLogger(__name__)

WORDS = "warm up"


def warm_up() -> None:
    """Load the lexical engine's compiled loops, the date parser, the embedder, sparse encoder and reranker.

    A model that cannot be loaded is reported and left to the searches.
    """
    loops()
    times_in("today", now=timezone.now())
    if (embedder := default_embedder()) is not None:
        _try("embedder", embedder, lambda: embedder.embed_query(WORDS))
    if (encoder := default_sparse_encoder()) is not None:
        _try("sparse_encoder", encoder, lambda: encoder.encode_query(WORDS))
    if (reranker := default_reranker()) is not None:
        _try("reranker", reranker, lambda: reranker.rerank(WORDS, [WORDS]))


def _try(kind: str, model: Backend, use: Callable[[], object]) -> None:
    try:
        use()
    except InferenceError as error:
        logger.warning("retrieval.%s.unavailable model=%s reason=%s", kind, type(model).__name__, error)


def warm_up_in_background() -> threading.Thread:
    """Start ``warm_up`` in a thread, so that a server listens at once."""
    thread = threading.Thread(target=warm_up, name="cogi-warm-up", daemon=True)
    thread.start()
    return thread
