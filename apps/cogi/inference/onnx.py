"""A BERT-like ONNX model in this process, loaded at first use; nothing is downloaded and no text leaves.

Texts are run one by one on one thread each, as many at a time as there are threads: ``docs/adr/0005``.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import as_file
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np
from django.core.checks import CheckMessage, Error
from numpy.typing import NDArray

from cogi.inference.errors import InferenceError
from cogi.inference.wordpiece import UnsupportedTokenizerError, WordPieceTokenizer
from cogi.processors import available_processors

RUNTIME = "onnxruntime"

T = TypeVar("T")
R = TypeVar("R")


class ModelError(InferenceError):
    """The model could not be loaded or run. The message goes on from “The model …”."""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """Where a model lies: ``model.onnx`` and the ``tokenizer.json`` of a BERT-like model."""

    weights: Traversable
    tokenizer: Traversable

    @classmethod
    def in_directory(cls, directory: str | Path) -> ModelFiles:
        return cls(Path(directory) / "model.onnx", Path(directory) / "tokenizer.json")

    def parts(self) -> list[Traversable]:
        """Return all files of a model in a directory; large ones keep their weights beside ``model.onnx``."""
        beside = Path(str(self.weights)).parent.glob("model.onnx?*")
        return [self.weights, *sorted(beside), self.tokenizer]

    def check(self, model: str) -> list[CheckMessage]:
        """Return an error for each file that is missing; ``model`` says which model it is."""
        return [
            Error(
                f"The {model} model has no file {file}.",
                hint="MODEL must name a directory that holds model.onnx and tokenizer.json.",
                id="cogi_inference.E003",
            )
            for file in (self.weights, self.tokenizer)
            if not file.is_file()
        ]


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: Any
    inputs: frozenset[str]
    tokenizer: WordPieceTokenizer


class OnnxModel:
    """``find_files`` is called when the model is first used. Instances are shared between threads."""

    def __init__(self, find_files: Callable[[], ModelFiles], *, max_tokens: int) -> None:
        self._find_files = find_files
        self._max_tokens = max_tokens
        self._lock = Lock()
        self._kept: _Loaded | None = None

    @property
    def tokenizer(self) -> WordPieceTokenizer:
        """Raises ``ModelError``."""
        return self._loaded.tokenizer

    @property
    def width(self) -> int:
        """The last dimension of the model's first output. Raises ``ModelError``."""
        return int(self._loaded.session.get_outputs()[0].shape[-1])

    def run(self, tokens: Sequence[int], types: Sequence[int] | None = None) -> NDArray[np.float32]:
        """Return the first output for one text, without the dimension of the batch.

        ``types`` says for each token which text of a pair it is of (None: a single text).

        Raises:
            ModelError: also for more tokens than the model has places for.
        """
        loaded = self._loaded
        ids = np.array([tokens], dtype=np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids) if types is None else np.array([types], dtype=np.int64),
        }
        try:
            outputs = loaded.session.run(None, {name: inputs[name] for name in loaded.inputs})
        except Exception as exc:
            raise ModelError(f"failed on {ids.size} tokens: {exc}") from exc
        first: NDArray[np.float32] = outputs[0][0]
        return first

    @property
    def _loaded(self) -> _Loaded:
        with self._lock:
            if self._kept is None:
                self._kept = self._load()
            return self._kept

    def _load(self) -> _Loaded:
        try:
            files = self._find_files()
            # From a file, since the runtime would keep the bytes beside what it makes of them.
            with as_file(files.weights) as weights:
                session = _open_session(weights)
            _give_memory_back()
            tokenizer = WordPieceTokenizer(files.tokenizer.read_bytes(), max_tokens=self._max_tokens)
        except (ImportError, OSError, UnsupportedTokenizerError) as exc:
            raise ModelError(f"cannot be loaded: {exc}") from exc
        return _Loaded(session, frozenset(each.name for each in session.get_inputs()), tokenizer)


def missing_packages(*packages: str) -> list[str]:
    """Return those of ``packages`` (import names) that are not installed, as pip names them."""
    return [package.replace("_", "-") for package in packages if find_spec(package) is None]


def missing_runtime(backend: str) -> list[CheckMessage]:
    """Return an error when the runtime is not installed; ``backend`` says what needs it."""
    return [
        Error(
            f"The {backend} has no {package}.",
            hint=f"Run: python -m pip install {package}",
            id="cogi_inference.E004",
        )
        for package in missing_packages(RUNTIME)
    ]


def require_threads(threads: int | None) -> None:
    """Raise ``ValueError`` for a number of threads that cannot work."""
    if threads is not None and threads < 1:
        raise ValueError("THREADS must be at least 1, or None for all cores.")


def run_side_by_side(work: Callable[[T], R], items: Sequence[T], *, threads: int | None) -> Iterable[R]:
    """Yield ``work`` of each item in order, ``threads`` (None: a thread for each processor) at a time."""
    with ThreadPoolExecutor(min(threads or available_processors(), len(items))) as pool:
        yield from pool.map(work, items)


def _open_session(weights: Path) -> Any:
    runtime = importlib.import_module(RUNTIME)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return runtime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
    except Exception as exc:
        raise ModelError(f"cannot be loaded: ONNX Runtime cannot load model.onnx: {exc}") from exc


def _give_memory_back() -> None:
    """Return what loading used and freed, 65 MB for the bundled model: glibc would keep it."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)
