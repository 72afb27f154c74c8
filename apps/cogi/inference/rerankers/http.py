"""Scores from a server that speaks the rerank protocol of Cohere, Jina and vLLM, or that of TEI."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from cogi.inference.clearances import clearance_named
from cogi.inference.http import CHARACTERS_PER_TOKEN, describe_failure, is_loopback, open_client
from cogi.inference.rerankers.base import Reranker, RerankError

BodyOf = Callable[[str, str, Sequence[str]], Mapping[str, Any]]


def _cohere_body(model: str, question: str, texts: Sequence[str]) -> Mapping[str, Any]:
    return {"model": model, "query": question, "documents": texts, "top_n": len(texts)}


def _tei_body(_model: str, question: str, texts: Sequence[str]) -> Mapping[str, Any]:
    return {"query": question, "texts": texts, "truncate": True}


PROTOCOLS: Mapping[str, BodyOf] = {"cohere": _cohere_body, "tei": _tei_body}
"""How each protocol asks. TEI (Text Embeddings Inference) serves one model and wants no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HTTPRerankerOptions:
    """``rerank`` is asked below ``base_url``; ``timeout`` is seconds without a byte from the server; a batch
    is one request; ``clearance`` is the highest level of content that this server may be sent."""

    base_url: str
    model: str = ""
    protocol: str = "cohere"
    api_key: str = ""
    timeout: float = 2.0
    max_tokens: int = 512
    batch_size: int = 32
    clearance: str = "internal"

    def __post_init__(self) -> None:
        if self.protocol not in PROTOCOLS:
            raise ValueError(f"PROTOCOL must be one of {', '.join(PROTOCOLS)}, not {self.protocol!r}.")
        if self.protocol == "cohere" and not self.model:
            raise ValueError("MODEL must name a model of the server.")
        if min(self.max_tokens, self.batch_size) < 1:
            raise ValueError("MAX_TOKENS and BATCH_SIZE must be at least 1.")


class HTTPReranker(Reranker):
    """A model of a server. It is asked once, since a search is under a deadline."""

    options_class = HTTPRerankerOptions

    def __init__(self, options: HTTPRerankerOptions) -> None:
        self.clearance = clearance_named(options.clearance)
        self.leaves_machine = not is_loopback(options.base_url)
        self._name = options.model or "reranker"
        self._options = options
        self._client = open_client(
            base_url=options.base_url, api_key=options.api_key, timeout=options.timeout
        )

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        longest = self._options.max_tokens * CHARACTERS_PER_TOKEN
        # Servers refuse an empty text.
        texts = [passage[:longest] or " " for passage in passages]
        size = self._options.batch_size
        batches = [texts[start : start + size] for start in range(0, len(texts), size)]
        return [score for batch in batches for score in self._score_batch(question[:longest], batch)]

    def close(self) -> None:
        self._client.close()

    def _score_batch(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        body = PROTOCOLS[self._options.protocol](self._options.model, question, texts)
        try:
            response = self._client.post("rerank", json=body)
        except httpx.TimeoutException as exc:
            raise RerankError(f"{self._name}: {describe_failure(exc)}.", reason="deadline") from exc
        except httpx.HTTPError as exc:
            raise RerankError(f"{self._name}: {describe_failure(exc)}.") from exc
        if not response.is_success:
            raise RerankError(f"{self._name}: {describe_failure(response)}.")
        return self._read(response, expected=len(texts))

    def _read(self, response: httpx.Response, *, expected: int) -> Sequence[float]:
        try:
            scores = _scores_by_index(response.json())
        except (ValueError, KeyError, TypeError) as exc:
            raise RerankError(f"{self._name}: the server's answer is not a list of scores.") from exc
        if sorted(scores) != list(range(expected)):
            raise RerankError(
                f"{self._name}: the server scored {len(scores)} of {expected} texts; it must score each."
            )
        return [scores[index] for index in range(expected)]


def _scores_by_index(answer: Any) -> dict[int, float]:
    """Read TEI's ``[{index, score}]`` and everyone else's ``{results: [{index, relevance_score}]}``."""
    rows = answer["results"] if isinstance(answer, Mapping) else answer
    return {
        int(row["index"]): float(row["relevance_score"] if "relevance_score" in row else row["score"])
        for row in rows
    }
