"""A SPLADE-like model from an ONNX directory, in this process: nothing is downloaded and no text leaves.

weight(term) = max over the text's tokens of log(1 + relu(logit)) (Formal et al.: SPLADE v2, 2021).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from django.core.checks import CheckMessage
from numpy.typing import NDArray

from cogi.inference.embedders.base import derive_model_id, digest_of
from cogi.inference.onnx import (
    ModelError,
    ModelFiles,
    OnnxModel,
    missing_runtime,
    require_threads,
    run_side_by_side,
)
from cogi.inference.sparse.base import SparseEncoder, SparseError, TermWeights
from cogi.inference.wordpiece import MARKS


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseOnnxOptions:
    """``model`` is a directory; ``threads`` texts are read at once (None: one for each core that the process
    may use); text beyond ``max_tokens`` is not read; of its terms the ``max_terms`` heaviest are kept."""

    model: str | Path
    threads: int | None = None
    max_tokens: int = 256
    max_terms: int = 256

    def __post_init__(self) -> None:
        if self.max_tokens <= MARKS:
            raise ValueError(f"MAX_TOKENS must be more than {MARKS}.")
        if self.max_terms < 1:
            raise ValueError("MAX_TERMS must be at least 1.")
        require_threads(self.threads)


class SparseOnnxEncoder(SparseEncoder):
    """The directory holds ``model.onnx``, whose first output is a logit for each token and each entry of the
    vocabulary, and the ``tokenizer.json`` of a BERT-like model."""

    leaves_machine = False
    options_class = SparseOnnxOptions

    def __init__(self, options: SparseOnnxOptions) -> None:
        self._options = options
        self._files = ModelFiles.in_directory(options.model)
        self._model = OnnxModel(lambda: self._files, max_tokens=options.max_tokens)

    @cached_property
    def model_id(self) -> str:
        try:
            digest = digest_of(*self._files.parts())
        except OSError as exc:
            raise SparseError(f"The sparse model cannot be read: {exc}") from exc
        name = Path(self._options.model).name
        return derive_model_id(name, digest, self._options.max_tokens, self._options.max_terms)

    def weigh_passages(self, texts: Sequence[str]) -> Sequence[TermWeights]:
        return list(run_side_by_side(self._weigh, texts, threads=self._options.threads))

    def check(self) -> list[CheckMessage]:
        return missing_runtime("sparse encoder") or self._files.check("sparse")

    @cached_property
    def _terms(self) -> Sequence[str]:
        """The vocabulary by token id; an id without a token has no name."""
        vocabulary = self._model.tokenizer.vocabulary
        terms = [""] * (max(vocabulary.values()) + 1)
        for term, number in vocabulary.items():
            terms[number] = term
        return terms

    def _weigh(self, text: str) -> TermWeights:
        try:
            logits = self._model.run(self._model.tokenizer.encode(text))
            terms = self._terms
        except ModelError as exc:
            raise SparseError(f"The sparse model {exc}") from exc
        if logits.ndim != 2 or logits.shape[1] < len(terms):  # noqa: PLR2004 - tokens by terms
            raise SparseError(
                f"The sparse model gives numbers of shape {logits.shape} for a text instead of a logit for "
                f"each token and each of {len(terms)} terms; export it as a masked language model."
            )
        weights = np.log1p(np.maximum(logits[:, : len(terms)].max(axis=0), 0))
        return {terms[number]: float(weights[number]) for number in self._heaviest(weights) if terms[number]}

    def _heaviest(self, weights: NDArray[np.float32]) -> Sequence[int]:
        own = np.flatnonzero(weights)
        order = np.argsort(-weights[own], kind="stable")[: self._options.max_terms]
        heaviest: Sequence[int] = own[order].tolist()
        return heaviest
