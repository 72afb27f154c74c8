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
    key = (embedder.model_id, question)
    vector = _vectors.get(key)
    if vector is None:
        vector = embedder.embed_query(question)
        _vectors.put(key, vector)
    return vector


def forget_question_vectors() -> None:
    """Let the next question be embedded whether or not it was asked before."""
    _vectors.clear()
