"""Sparse encoders weigh the terms of a text; ``default_sparse_encoder()`` is None where none is set."""

from __future__ import annotations

from cogi.inference.backends import DEFAULT_ALIAS, BackendHandler
from cogi.inference.conf import conf
from cogi.inference.sparse.base import SparseEncoder, SparseError, TermWeights

__all__ = [
    "SparseEncoder",
    "SparseError",
    "TermWeights",
    "default_sparse_encoder",
    "has_sparse_encoder",
    "sparse_encoders",
]

sparse_encoders: BackendHandler[SparseEncoder] = BackendHandler(
    "COGI_SPARSE_ENCODERS", configured=lambda: conf.sparse_encoders, base=SparseEncoder
)


def default_sparse_encoder() -> SparseEncoder | None:
    return sparse_encoders[DEFAULT_ALIAS] if DEFAULT_ALIAS in conf.sparse_encoders else None


def has_sparse_encoder() -> bool:
    """Tell whether one is configured, without building it."""
    return conf.sparse_encoders.get(DEFAULT_ALIAS) is not None
