"""A text that the model does not take is set aside; a model that is down sets nothing aside."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from cogi.index.coverage import Coverage, coverage
from cogi.index.embedding import embed_live_passages
from cogi.index.filling import lacks_vectors
from cogi.index.models import EmbeddingRefusal, PassageVector
from cogi.inference.embedders import EmbeddingError
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db


class Picky(DummyEmbedder):
    """Fails on every batch with a text that holds ``dislikes``."""

    def __init__(self, dislikes: str = "poison") -> None:
        super().__init__(DummyEmbedderOptions())
        self.dislikes = dislikes

    def embed_passages(self, texts: Sequence[str]) -> Any:
        if any(self.dislikes in text for text in texts):
            raise EmbeddingError("The model server answered 413.")
        return super().embed_passages(texts)


class Broken(DummyEmbedder):
    """Answers what nobody can use."""

    def __init__(self, answer: Any) -> None:
        super().__init__(DummyEmbedderOptions())
        self.answer = answer

    def embed_passages(self, texts: Sequence[str]) -> Any:
        return np.full((len(texts), *self.answer[0]), self.answer[1], np.float32)


def pages(*texts: str) -> list[Any]:
    return [page(f"p{number}", text) for number, text in enumerate(texts)]


def test_one_bad_text_does_not_hold_up_the_others() -> None:
    here, picky = scope(), Picky()
    publish(here, *pages("apples", "poison", "bees", "cats", "more poison"))
    assert embed_live_passages(picky, scope=here) == 3
    refusals = EmbeddingRefusal.objects.order_by("content_id")
    assert [(each.reason, each.attempts) for each in refusals] == [("The model server answered 413.", 1)] * 2
    assert coverage(here, picky) == Coverage(3, 3)


def test_a_refused_text_is_asked_again_after_a_time_that_doubles() -> None:
    here, picky = scope(), Picky()
    publish(here, *pages("apples", "poison"))
    embed_live_passages(picky, scope=here)
    assert not lacks_vectors(here, picky)
    for attempts, hours in ((2, 2), (3, 4)):
        EmbeddingRefusal.objects.update(retry_at=timezone.now())
        assert lacks_vectors(here, picky)
        embed_live_passages(picky, scope=here)
        refusal = EmbeddingRefusal.objects.get()
        assert refusal.attempts == attempts
        left = refusal.retry_at - timezone.now()
        assert timedelta(hours=hours) - timedelta(minutes=1) < left <= timedelta(hours=hours)


def test_a_text_that_is_taken_after_all_counts_again() -> None:
    here, picky = scope(), Picky()
    publish(here, *pages("apples", "poison"))
    embed_live_passages(picky, scope=here)
    EmbeddingRefusal.objects.update(retry_at=timezone.now())
    picky.dislikes = "nothing of this"
    assert embed_live_passages(picky, scope=here) == 1
    assert not EmbeddingRefusal.objects.exists()
    assert coverage(here, picky) == Coverage(2, 2)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (((64,), np.nan), "returned a vector with what is not a number."),
        (((32,), 1.0), "returned vectors of shape (3, 32) instead of (3, 64)."),
    ],
)
def test_vectors_that_cannot_be_used_are_an_error(answer: Any, message: str) -> None:
    here, broken = scope(), Broken(answer)
    publish(here, *pages("apples", "bees", "cats"))
    with pytest.raises(EmbeddingError) as raised:
        embed_live_passages(broken, scope=here)
    assert str(raised.value) == f"The model {broken.model_id} {message}"
    assert not PassageVector.objects.exists()
    assert not EmbeddingRefusal.objects.exists()
