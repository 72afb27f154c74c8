"""A cross-encoder from an ONNX directory, in this process: question and passage are read as one text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.core.checks import CheckMessage

from cogi.inference.onnx import (
    ModelError,
    ModelFiles,
    OnnxModel,
    missing_runtime,
    require_threads,
    run_side_by_side,
)
from cogi.inference.rerankers.base import Reranker, RerankError

# Four marks and a token of each text.
SHORTEST = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossEncoderOptions:
    """``model`` is a directory; ``threads`` passages are read at once (None: one for each core that the
    process may use); a pair beyond ``max_tokens`` is cut."""

    model: str | Path
    threads: int | None = None
    max_tokens: int = 256

    def __post_init__(self) -> None:
        if self.max_tokens < SHORTEST:
            raise ValueError(f"MAX_TOKENS must be at least {SHORTEST}.")
        require_threads(self.threads)


class CrossEncoder(Reranker):
    """The directory holds ``model.onnx``, whose first output is one score (logit) a pair, and the
    ``tokenizer.json`` of a BERT-like model."""

    leaves_machine = False
    options_class = CrossEncoderOptions

    def __init__(self, options: CrossEncoderOptions) -> None:
        self._options = options
        self._files = ModelFiles.in_directory(options.model)
        self._model = OnnxModel(lambda: self._files, max_tokens=options.max_tokens)

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        def score_one(passage: str) -> float:
            return self._score(question, passage)

        return list(run_side_by_side(score_one, passages, threads=self._options.threads))

    def check(self) -> list[CheckMessage]:
        return missing_runtime("cross-encoder") or self._files.check("reranking")

    def _score(self, question: str, passage: str) -> float:
        try:
            logits = self._model.run(*self._model.tokenizer.encode_pair(question, passage))
        except ModelError as exc:
            raise RerankError(f"The reranking model {exc}") from exc
        if logits.size != 1:
            raise RerankError(
                f"The reranking model gives {logits.size} numbers for a pair instead of one score; "
                "export it as a sequence classifier with one label."
            )
        return float(logits.item())
