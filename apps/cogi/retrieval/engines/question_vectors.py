"""Keeps the vectors of recent questions: one search asks for the same one more than once."""

from __future__ import annotations

from cogi.index.caching import BoundedCache
from cogi.inference.embedders import Embedder
from cogi.inference.embedders.base import Vectors

KEPT_BYTES = 4_000_000

_vectors: BoundedCache[tuple[str, str], Vectors] = BoundedCache(
    capacity=lambda: KEPT_BYTES, size=lambda vector: vector.nbytes + 200
)


def question_vector(embedder: Embedder, question: str) -> Vectors:
    """Return the vector of ``question``, shape ``(dimensions,)``. Raises ``EmbeddingError``."""
    vector = remembered_vector(embedder, question)
    if vector is None:
        vector = embedder.embed_query(question)
        _vectors.put((embedder.model_id, question), vector)
    return vector


def remembered_vector(embedder: Embedder, question: str) -> Vectors | None:
    """Return the vector of ``question`` when it was asked for lately."""
    return _vectors.get((embedder.model_id, question))


def forget_question_vectors() -> None:
    """Let the next question be embedded whether or not it was asked before."""
    _vectors.clear()
