"""Embeddings from a server that speaks OpenAI's ``/v1/embeddings``; its vectors are checked first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import httpx
import numpy as np

from cogi.inference.clearances import clearance_named
from cogi.inference.embedders.base import (
    Embedder,
    EmbeddingError,
    Vectors,
    derive_model_id,
    to_unit_length,
)
from cogi.inference.http import (
    CHARACTERS_PER_TOKEN,
    describe_failure,
    is_loopback,
    open_client,
    post_with_retries,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAICompatibleEmbedderOptions:
    """``base_url`` ends in ``/v1``; ``timeout`` and ``backoff`` are seconds; a batch is one request;
    ``clearance`` is the highest level of content that this server may be sent."""

    base_url: str
    model: str
    dimensions: int
    api_key: str = ""
    timeout: float = 30.0
    max_tokens: int = 512
    batch_size: int = 64
    attempts: int = 4
    backoff: float = 0.5
    query_prefix: str = ""
    passage_prefix: str = ""
    clearance: str = "internal"

    def __post_init__(self) -> None:
        if min(self.dimensions, self.max_tokens, self.batch_size, self.attempts) < 1:
            raise ValueError("DIMENSIONS, MAX_TOKENS, BATCH_SIZE and ATTEMPTS must be at least 1.")


class OpenAICompatibleEmbedder(Embedder):
    """A model of a server. Its tokenizer is not known here, so text is cut at three characters a token.

    Passages are tried again when the server is overloaded; a query is tried once, since a search is under a
    deadline.
    """

    options_class = OpenAICompatibleEmbedderOptions

    def __init__(self, options: OpenAICompatibleEmbedderOptions) -> None:
        self.max_tokens = options.max_tokens
        self.clearance = clearance_named(options.clearance)
        self.leaves_machine = not is_loopback(options.base_url)
        self._options = options
        self._client = open_client(
            base_url=options.base_url, api_key=options.api_key, timeout=options.timeout
        )

    @property
    def model_id(self) -> str:
        return derive_model_id(
            self._options.model, self._options.dimensions, self.max_tokens, self._options.passage_prefix
        )

    @property
    def dimensions(self) -> int:
        return self._options.dimensions

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self._embed([self._options.query_prefix + text], attempts=1)[0]
        return vector

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        prefixed = [self._options.passage_prefix + text for text in texts]
        rows = [
            self._embed(prefixed[start : start + self._options.batch_size], attempts=self._options.attempts)
            for start in range(0, len(prefixed), self._options.batch_size)
        ]
        return np.concatenate(rows) if rows else np.empty((0, self._options.dimensions), dtype=np.float32)

    def truncates(self, text: str) -> bool:
        return len(self._options.passage_prefix) + len(text) > self._longest

    def close(self) -> None:
        self._client.close()

    @property
    def _longest(self) -> int:
        return self.max_tokens * CHARACTERS_PER_TOKEN

    def _embed(self, texts: Sequence[str], *, attempts: int) -> Vectors:
        # Servers refuse an empty input, and a passage that is blank has no better stand-in.
        body = {
            "model": self._options.model,
            "input": [text[: self._longest] or " " for text in texts],
            "encoding_format": "float",
        }
        try:
            response = post_with_retries(
                lambda: self._client.post("embeddings", json=body),
                attempts=attempts,
                backoff=self._options.backoff,
            )
        except httpx.HTTPError as exc:
            raise EmbeddingError(f"{self._options.model}: {describe_failure(exc)}.") from exc
        if not response.is_success:
            raise EmbeddingError(f"{self._options.model}: {describe_failure(response)}.")
        return to_unit_length(self._read(response, expected=len(texts)))

    def _read(self, response: httpx.Response, *, expected: int) -> Vectors:
        try:
            rows = {int(row["index"]): row["embedding"] for row in response.json()["data"]}
            vectors = np.array([rows[index] for index in range(len(rows))], dtype=np.float32)
        except (ValueError, KeyError, TypeError) as exc:
            raise EmbeddingError(
                f"{self._options.model}: the server's answer is not a list of embeddings."
            ) from exc
        if vectors.shape != (expected, self._options.dimensions):
            raise EmbeddingError(
                f"{self._options.model}: the server returned vectors of shape {vectors.shape}, not "
                f"{(expected, self._options.dimensions)}; set DIMENSIONS to what the model gives."
            )
        return vectors
