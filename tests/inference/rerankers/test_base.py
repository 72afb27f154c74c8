from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from pytest_django import Settings

from cogi.inference.rerankers import Reranker, RerankError, default_reranker


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedOptions:
    scores: Sequence[float]


class ScriptedReranker(Reranker):
    leaves_machine = False
    options_class = ScriptedOptions

    def __init__(self, options: ScriptedOptions) -> None:
        self._options = options

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        assert question
        assert passages
        return self._options.scores


def reranker(*scores: float) -> Reranker:
    return ScriptedReranker(ScriptedOptions(scores=scores))


def test_scores_come_as_one_float_for_each_passage() -> None:
    scores = reranker(1, 0.5).rerank("q", ["a", "b"])
    assert scores.dtype == np.float32
    assert scores.tolist() == [1.0, 0.5]


def test_no_passages_ask_nothing() -> None:
    assert reranker(1).rerank("", []).shape == (0,)


@pytest.mark.parametrize("scores", [(1.0,), (1.0, 2.0, 3.0), (1.0, float("nan")), (1.0, float("inf"))])
def test_scores_that_cannot_order_the_passages_are_an_error(scores: tuple[float, ...]) -> None:
    with pytest.raises(RerankError) as refused:
        reranker(*scores).rerank("q", ["a", "b"])
    assert str(refused.value) == "The model did not return one finite score for each passage."
    assert refused.value.reason == "error"


def test_none_or_no_default_means_that_nothing_is_reranked(settings: Settings) -> None:
    del settings.COGI_RERANKERS
    assert default_reranker() is None
    settings.COGI_RERANKERS = {}
    assert default_reranker() is None


def test_the_default_reranker_is_built_once(settings: Settings) -> None:
    settings.COGI_RERANKERS = {
        "default": {"BACKEND": f"{__name__}.ScriptedReranker", "OPTIONS": {"SCORES": (1.0,)}}
    }
    assert isinstance(default_reranker(), ScriptedReranker)
    assert default_reranker() is default_reranker()
