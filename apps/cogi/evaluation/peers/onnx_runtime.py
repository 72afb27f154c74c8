"""ONNX Runtime alone: the embedder's model on tokens made before, and nothing done with what it gives."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cogi.inference.embedders.local import LocalTransformerEmbedder
from cogi.inference.onnx import RUNTIME
from cogi.inference.wordpiece import WordPieceTokenizer
from cogi.processors import available_processors

Prepared: TypeAlias = Mapping[str, NDArray[np.int64]]


class OnnxRuntime:
    """Runs texts as fast as the runtime alone can: one at a time on each processor, on one thread each."""

    def __init__(self, embedder: LocalTransformerEmbedder) -> None:
        files = embedder.files
        self._tokenizer = WordPieceTokenizer(files.tokenizer.read_bytes(), max_tokens=embedder.max_tokens)
        runtime = importlib.import_module(RUNTIME)
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = runtime.InferenceSession(
            files.weights.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = frozenset(each.name for each in self._session.get_inputs())

    def prepare(self, texts: Sequence[str]) -> list[Prepared]:
        return [self._prepare(text) for text in texts]

    def run(self, prepared: Prepared) -> Any:
        return self._session.run(None, prepared)[0]

    def run_all(self, prepared: Sequence[Prepared]) -> None:
        with ThreadPoolExecutor(available_processors()) as pool:
            for _ in pool.map(self.run, prepared):
                pass

    def _prepare(self, text: str) -> Prepared:
        ids = np.array([self._tokenizer.encode(text)], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return {name: each for name, each in inputs.items() if name in self._inputs}
