"""Embedders turn text into unit vectors; ``default_embedder()`` is None where search is lexical only."""

from __future__ import annotations

from cogi.inference.backends import DEFAULT_ALIAS, BackendHandler
from cogi.inference.conf import conf
from cogi.inference.embedders.base import Embedder, EmbeddingError

__all__ = ["Embedder", "EmbeddingError", "default_embedder", "embedders"]

embedders: BackendHandler[Embedder] = BackendHandler(
    "COGI_EMBEDDERS", configured=lambda: conf.embedders, base=Embedder
)


def default_embedder() -> Embedder | None:
    return embedders[DEFAULT_ALIAS] if DEFAULT_ALIAS in conf.embedders else None
