from __future__ import annotations

from collections.abc import Sequence
from math import log

import pytest

from cogi.inference.sparse import SparseError, TermWeights
from cogi.inference.sparse.dummy import DummySparseEncoder, DummySparseOptions


class Scripted(DummySparseEncoder):
    def __init__(self, *answers: TermWeights) -> None:
        super().__init__(DummySparseOptions())
        self.answers = answers

    def weigh_passages(self, texts: Sequence[str]) -> Sequence[TermWeights]:
        return self.answers[: len(texts)]


def test_words_weigh_by_how_often_they_stand() -> None:
    encoder = DummySparseEncoder(DummySparseOptions())
    assert encoder.encode_query("Bees, bees and") == pytest.approx({"bees": log(3), "and": log(2)})


def test_weights_for_fewer_texts_are_refused() -> None:
    with pytest.raises(SparseError, match=r"The sparse model returned 1 texts' weights for 2 texts\."):
        Scripted({"a": 1.0}).encode_passages(["a", "b"])


@pytest.mark.parametrize("answer", [{"a": 0.0}, {"a": -1.0}, {"a": float("inf")}, {"a\0": 1.0}])
def test_what_is_no_weight_of_a_term_is_refused(answer: TermWeights) -> None:
    with pytest.raises(SparseError, match="The sparse model gave the term 'a"):
        Scripted(answer).encode_query("a")
