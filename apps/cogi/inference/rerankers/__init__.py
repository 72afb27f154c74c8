"""Rerankers read a question and a passage together; ``default_reranker()`` is None where none is set."""

from __future__ import annotations

from cogi.inference.backends import DEFAULT_ALIAS, BackendHandler
from cogi.inference.conf import conf
from cogi.inference.rerankers.base import Reranker, RerankError

__all__ = ["RerankError", "Reranker", "default_reranker", "rerankers"]

rerankers: BackendHandler[Reranker] = BackendHandler(
    "COGI_RERANKERS", configured=lambda: conf.rerankers, base=Reranker
)


def default_reranker() -> Reranker | None:
    return rerankers[DEFAULT_ALIAS] if DEFAULT_ALIAS in conf.rerankers else None
