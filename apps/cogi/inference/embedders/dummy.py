"""Hashed bags of words: no model, the same vector everywhere, texts that share words are near."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import log1p

import numpy as np

from cogi.inference.embedders.base import Embedder, Vectors, derive_model_id, to_unit_length

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class DummyEmbedderOptions:
    dimensions: int = 64
    max_tokens: int = 256

    def __post_init__(self) -> None:
        if min(self.dimensions, self.max_tokens) < 1:
            raise ValueError("DIMENSIONS and MAX_TOKENS must be at least 1.")


class DummyEmbedder(Embedder):
    leaves_machine = False
    options_class = DummyEmbedderOptions

    def __init__(self, options: DummyEmbedderOptions) -> None:
        self._dimensions = options.dimensions
        self.max_tokens = options.max_tokens

    @property
    def model_id(self) -> str:
        return derive_model_id("dummy", self._dimensions, self.max_tokens)

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def embed_query(self, text: str) -> Vectors:
        return self._embed(text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        rows = [self._embed(text) for text in texts]
        return np.stack(rows) if rows else np.empty((0, self._dimensions), dtype=np.float32)

    def truncates(self, text: str) -> bool:
        return len(_WORD.findall(text)) > self.max_tokens

    def _embed(self, text: str) -> Vectors:
        vector = np.zeros(self._dimensions, dtype=np.float32)
        words = _WORD.findall(text.lower())[: self.max_tokens]
        for word, count in Counter(words).items():
            digest = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
            vector[digest % self._dimensions] += log1p(count) * (1 if digest >> 63 else -1)
        if not vector.any():
            vector[0] = 1.0
        return to_unit_length(vector)
