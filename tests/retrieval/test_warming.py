from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest

from cogi.inference.embedders import EmbeddingError, default_embedder
from cogi.inference.embedders.dummy import DummyEmbedder
from cogi.retrieval.warming import warm_up, warm_up_in_background


class RememberingEmbedder(DummyEmbedder):
    asked = 0

    def embed_query(self, text: str) -> Any:
        type(self).asked += 1
        return np.ones(self.dimensions, np.float32) * len(text)


class AbsentEmbedder(DummyEmbedder):
    def embed_query(self, text: str) -> Any:
        raise EmbeddingError(f"No model for {len(text)} characters.")


def test_the_default_embedder_is_loaded(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": f"{__name__}.RememberingEmbedder"}}
    warm_up_in_background().join()
    embedder = default_embedder()
    assert isinstance(embedder, DummyEmbedder)
    assert type(embedder).asked == 1  # type: ignore[attr-defined]


def test_a_model_that_cannot_be_loaded_is_reported(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": f"{__name__}.AbsentEmbedder"}}
    with caplog.at_level(logging.WARNING):
        warm_up()
    assert caplog.messages == [
        "retrieval.embedder.unavailable model=AbsentEmbedder reason=No model for 7 characters."
    ]


def test_without_an_embedder_there_is_nothing_to_load(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    warm_up()


def test_the_default_reranker_is_loaded_and_one_that_cannot_be_is_reported(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.COGI_RERANKERS = {
        "default": {
            "BACKEND": "cogi.inference.rerankers.dummy.DummyReranker",
            "OPTIONS": {"FAILS": True},
        }
    }
    with caplog.at_level(logging.WARNING):
        warm_up()
    assert caplog.messages == [
        (
            "retrieval.reranker.unavailable model=DummyReranker "
            "reason=The scripted failure of the dummy reranker."
        )
    ]
