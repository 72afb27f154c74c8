"""Loads what a first question would otherwise wait for; a process that serves or asks calls it first."""

from __future__ import annotations

import logging
import threading

from cogi.index.scoring import loops
from cogi.inference.embedders import EmbeddingError, default_embedder

logger = logging.getLogger(__name__)


def warm_up() -> None:
    """Load the compiled loops of the lexical engine, and the default embedder.

    An embedder that cannot be loaded is reported and left to the searches.
    """
    loops()
    embedder = default_embedder()
    if embedder is None:
        return
    try:
        embedder.embed_query("warm up")
    except EmbeddingError as error:
        logger.warning("retrieval.embedder.unavailable model=%s reason=%s", type(embedder).__name__, error)


def warm_up_in_background() -> threading.Thread:
    """Start ``warm_up`` in a thread, so that a server listens at once."""
    thread = threading.Thread(target=warm_up, name="cogi-warm-up", daemon=True)
    thread.start()
    return thread
