"""Late interaction: every token of the question meets its nearest in a passage; passages are kept compressed.

The score is MaxSim, the mean over the question's tokens of their greatest cosine similarity to a token of the
passage (Khattab and Zaharia, ColBERT, SIGIR 2020), over the token vectors of the local embedder.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

import numpy as np
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured
from numpy.typing import NDArray

from cogi.inference.backends import DEFAULT_ALIAS
from cogi.inference.embedders import EmbeddingError, embedders
from cogi.inference.embedders.base import Vectors, to_unit_length
from cogi.inference.embedders.local import LocalTransformerEmbedder
from cogi.inference.rerankers.base import Reranker, RerankError, Scores

STEPS = 127


@dataclass(frozen=True, slots=True, kw_only=True)
class LateInteractionOptions:
    """``embedder`` is an alias in COGI_EMBEDDERS; ``pooling`` neighbouring tokens of a passage become one
    vector; so many passages are kept in memory, at 22 kB each with the defaults."""

    embedder: str = DEFAULT_ALIAS
    pooling: int = 2
    kept_passages: int = 2000

    def __post_init__(self) -> None:
        if min(self.pooling, self.kept_passages) < 1:
            raise ValueError("POOLING and KEPT_PASSAGES must be at least 1.")


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """Vectors (tokens, dimensions) of one passage in steps of ``scales`` (tokens,)."""

    codes: NDArray[np.int8]
    scales: NDArray[np.float32]


class LateInteraction(Reranker):
    leaves_machine = False
    options_class = LateInteractionOptions

    def __init__(self, options: LateInteractionOptions) -> None:
        self._options = options
        self._kept: OrderedDict[tuple[str, bytes], TokenVectors] = OrderedDict()
        self._lock = Lock()

    def score(self, question: str, passages: Sequence[str]) -> Scores:
        try:
            embedder = self._embedder()
            asked = embedder.embed_query_tokens(question)
            return max_similarities(asked, self._vectors(embedder, passages))
        except (EmbeddingError, ImproperlyConfigured) as exc:
            raise RerankError(f"Late interaction has no token vectors: {exc}") from exc

    def check(self) -> list[CheckMessage]:
        try:
            self._embedder()
        except ImproperlyConfigured as exc:
            return [Error(str(exc), hint="Set EMBEDDER to the alias of one.", id="cogi_inference.E005")]
        return []

    def _embedder(self) -> LocalTransformerEmbedder:
        embedder = embedders[self._options.embedder]
        if not isinstance(embedder, LocalTransformerEmbedder):
            raise ImproperlyConfigured(
                f"COGI_EMBEDDERS[{self._options.embedder!r}] is no LocalTransformerEmbedder, "
                "and only that one gives a vector for each token."
            )
        return embedder

    def _vectors(self, embedder: LocalTransformerEmbedder, passages: Sequence[str]) -> list[TokenVectors]:
        keys = [(embedder.model_id, sha256(passage.encode()).digest()) for passage in passages]
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
        missing = {key: text for key, text in zip(keys, passages, strict=True) if key not in found}
        embedded = embedder.embed_tokens(list(missing.values()))
        made = {
            key: compress(tokens, pooling=self._options.pooling)
            for key, tokens in zip(missing, embedded, strict=True)
        }
        self._keep(found | made)
        return [found[key] if key in found else made[key] for key in keys]

    def _keep(self, used: dict[tuple[str, bytes], TokenVectors]) -> None:
        """Keep what was used last."""
        with self._lock:
            for key, vectors in used.items():
                self._kept[key] = vectors
                self._kept.move_to_end(key)
            while len(self._kept) > self._options.kept_passages:
                self._kept.popitem(last=False)


def compress(tokens: Vectors, *, pooling: int) -> TokenVectors:
    """Average each ``pooling`` neighbours of ``tokens`` (tokens, dimensions) and round to eight bits."""
    starts = np.arange(0, len(tokens), pooling)
    pooled = to_unit_length(np.add.reduceat(tokens, starts, axis=0))
    scales = np.abs(pooled).max(axis=1) / STEPS
    return TokenVectors(np.rint(pooled / scales[:, None]).astype(np.int8), scales.astype(np.float32))


def max_similarities(asked: Vectors, passages: Sequence[TokenVectors]) -> Scores:
    """Return MaxSim, between -1 and 1, of ``asked`` (tokens, dimensions) with each of ``passages``."""
    codes = np.concatenate([each.codes for each in passages]).astype(np.float32)
    scales = np.concatenate([each.scales for each in passages])
    starts = np.cumsum([0, *(len(each.scales) for each in passages[:-1])])
    similarities = (asked @ codes.T) * scales
    scores: Scores = np.maximum.reduceat(similarities, starts, axis=1).mean(axis=0)
    return scores
