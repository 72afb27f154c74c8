from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from django.core.checks import run_checks
from pytest_django import Settings

from cogi.inference.embedders import default_embedder
from cogi.inference.embedders.local import LocalTransformerEmbedder
from cogi.inference.rerankers import RerankError
from cogi.inference.rerankers.late_interaction import (
    LateInteraction,
    LateInteractionOptions,
    compress,
    max_similarities,
)

LOCAL = "cogi.inference.embedders.local.LocalTransformerEmbedder"
BACKEND = "cogi.inference.rerankers.late_interaction.LateInteraction"
QUESTION = "How do I log a user in?"
PASSAGES = ["Static files are collected into one folder.", "Call login() to log in a user.", ""]


@pytest.fixture(autouse=True)
def local(settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": LOCAL}, "none": None}


def embedder() -> LocalTransformerEmbedder:
    found = default_embedder()
    assert isinstance(found, LocalTransformerEmbedder)
    return found


def late_interaction(**options: Any) -> LateInteraction:
    return LateInteraction(LateInteractionOptions(**options))


def test_the_passage_that_answers_scores_highest() -> None:
    scores = late_interaction().rerank(QUESTION, PASSAGES)
    assert list(np.argsort(-scores)) == [1, 0, 2]


def test_compressed_scores_are_those_of_the_definition() -> None:
    asked = embedder().embed_query_tokens(QUESTION)
    tokens = embedder().embed_tokens(PASSAGES)
    exact = [float((asked @ each.T).max(axis=1).mean()) for each in tokens]
    found = max_similarities(asked, [compress(each, pooling=1) for each in tokens])
    np.testing.assert_allclose(found, exact, atol=0.005)


def test_pooling_keeps_a_vector_for_each_group_of_neighbours() -> None:
    tokens = np.eye(5, 8, dtype=np.float32)
    pooled = compress(tokens, pooling=2)
    assert pooled.codes.shape == (3, 8)
    assert pooled.codes.dtype == np.int8
    vectors = pooled.codes * pooled.scales[:, None]
    np.testing.assert_allclose(vectors[0, :3], [0.7071, 0.7071, 0], atol=0.001)
    np.testing.assert_allclose(vectors[2], np.eye(8)[4], atol=0.001)


def test_a_passage_that_was_read_before_costs_no_model() -> None:
    reranker = late_interaction()
    texts = [f"{'words and more words ' * 30}{number}" for number in range(6)]
    began = time.perf_counter()
    cold = reranker.rerank(QUESTION, texts)
    read = time.perf_counter()
    warm = reranker.rerank(QUESTION, texts[::-1])
    assert time.perf_counter() - read < (read - began) / 2
    np.testing.assert_array_equal(warm, cold[::-1])


def test_only_so_many_passages_are_kept() -> None:
    reranker = late_interaction(kept_passages=2)
    scores = reranker.rerank(QUESTION, PASSAGES)
    np.testing.assert_array_equal(reranker.rerank(QUESTION, PASSAGES), scores)
    assert len(reranker._kept) == 2


@pytest.mark.parametrize(
    ("alias", "message"),
    [
        (
            "none",
            (
                "COGI_EMBEDDERS['none'] is no LocalTransformerEmbedder, and only that one gives a vector for "
                "each token."
            ),
        ),
        ("absent", "COGI_EMBEDDERS has no 'absent'; it has default, none."),
    ],
)
def test_an_embedder_without_token_vectors_is_reported(alias: str, message: str, settings: Settings) -> None:
    with pytest.raises(RerankError) as refused:
        late_interaction(embedder=alias).rerank("a", ["b"])
    assert str(refused.value) == f"Late interaction has no token vectors: {message}"
    settings.COGI_RERANKERS = {"default": {"BACKEND": BACKEND, "OPTIONS": {"EMBEDDER": alias}}}
    assert [(each.id, each.msg) for each in run_checks(tags=["cogi_inference"])] == [
        ("cogi_inference.E005", message)
    ]


def test_a_working_configuration_passes_the_checks(settings: Settings) -> None:
    settings.COGI_RERANKERS = {"default": {"BACKEND": BACKEND}}
    assert run_checks(tags=["cogi_inference"]) == []


def test_counts_below_one_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^POOLING and KEPT_PASSAGES must be at least 1\.$"):
        LateInteractionOptions(pooling=0)
