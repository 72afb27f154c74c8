"""The embedder interface: text in, vectors of length one out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cogi.corpus.classification import HIGHEST, Classification
from cogi.inference.backends import Backend
from cogi.inference.errors import InferenceError

Vectors: TypeAlias = NDArray[np.float32]


class EmbeddingError(InferenceError):
    """The text could not be embedded; the message says why and what to do."""


class Embedder(Backend, ABC):
    """Embeds queries and passages into one space, where the dot product is the cosine similarity.

    ``model_id`` changes whenever the same text would get another vector, so it is part of a stored
    vector's key. Text beyond ``max_tokens`` is not read. ``leaves_machine`` tells whether text is sent
    to another computer; ``clearance`` is the highest level of content that the model may be sent.
    Instances are shared between threads.
    """

    max_tokens: int
    leaves_machine: bool
    clearance: Classification = HIGHEST

    @property
    @abstractmethod
    def model_id(self) -> str: ...

    @property
    @abstractmethod
    def dimensions(self) -> int: ...

    @abstractmethod
    def embed_query(self, text: str) -> Vectors:
        """Return one vector, shape ``(dimensions,)``. Raises ``EmbeddingError``."""

    @abstractmethod
    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return one row for each text, shape ``(len(texts), dimensions)``. Raises ``EmbeddingError``."""

    @abstractmethod
    def truncates(self, text: str) -> bool:
        """Tell whether a part of a passage's ``text`` is beyond ``max_tokens``, and so left out."""


def to_unit_length(vectors: Vectors) -> Vectors:
    """Scale each row to length one; a row that has no direction is an error, not a zero vector."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths == 0).any():
        raise EmbeddingError("The model returned a vector that is zero or not a number.")
    return np.asarray(vectors / lengths, dtype=np.float32)


def derive_model_id(name: str, *what_changes_vectors: object) -> str:
    """Return ``name@digest``; ``what_changes_vectors`` are the options that passages depend on."""
    digest = sha256(repr(what_changes_vectors).encode()).hexdigest()
    return f"{name}@{digest[:8]}"


def digest_of(*files: Traversable) -> str:
    """Return a digest of what is in ``files``, for ``derive_model_id``. Raises ``OSError``."""
    digests = [sha256(file.read_bytes()).hexdigest() for file in files]
    return digests[0] if len(digests) == 1 else sha256("".join(digests).encode()).hexdigest()
