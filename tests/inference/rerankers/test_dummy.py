from __future__ import annotations

import pytest

from cogi.inference.rerankers import RerankError
from cogi.inference.rerankers.dummy import DummyReranker, DummyRerankerOptions


def test_passages_score_by_the_words_that_they_share_with_the_question() -> None:
    reranker = DummyReranker(DummyRerankerOptions())
    assert reranker.rerank("Log a user in", ["log in", "files", "A user, a log"]).tolist() == [2, 0, 3]
    assert reranker.received == [["log in", "files", "A user, a log"]]


def test_it_fails_as_scripted() -> None:
    with pytest.raises(RerankError, match=r"^The scripted failure of the dummy reranker\.$"):
        DummyReranker(DummyRerankerOptions(fails=True)).rerank("a", ["a"])
