from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Event, Thread

import pytest
from django.db import connection
from pytest_django import Settings

from cogi.corpus.models import Scope
from cogi.evaluation.relevance import embedding
from cogi.evaluation.relevance.embedding import EmbeddingFailed, embed_scope
from cogi.index.coverage import coverage
from cogi.index.embedding import registered_model
from cogi.index.model_lock import model_lock
from cogi.index.models import EmbeddingModel
from cogi.inference.embedders.base import EmbeddingError, Vectors
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from tests.drafts import page, publish, scope


class Interrupted(DummyEmbedder):
    """Works for one batch, and then not until it is mended."""

    is_mended = False
    batches = 0

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.batches += 1
        if self.batches > 1 and not self.is_mended:
            raise EmbeddingError("The server is gone.")
        return super().embed_passages(texts)


@pytest.fixture
def four_pages(transactional_db: None) -> Scope:  # noqa: ARG001 - other connections must see the pages
    here = scope()
    publish(here, *(page(f"p{number}", f"Text {number}.", order=number) for number in range(4)))
    return here


def test_what_was_embedded_before_a_failure_is_kept(four_pages: Scope, settings: Settings) -> None:
    settings.COGI_EMBEDDING_BATCH = 1
    embedder = Interrupted(DummyEmbedderOptions())
    with pytest.raises(EmbeddingFailed) as failed:
        embed_scope(four_pages, embedder, say=print)
    assert str(failed.value) == "The server is gone. What was embedded so far is kept: start again to go on."
    said: list[str] = []
    embedder.is_mended, embedder.batches = True, 0
    embed_scope(four_pages, embedder, say=said.append)
    assert said == [f"guide/1.0/en: 3 texts to embed with {embedder.model_id}."]
    assert coverage(four_pages, embedder).complete
    assert embedder.batches == 3


def hold_lock(model: EmbeddingModel, held: Event, *, seconds: float) -> None:
    with model_lock(model) as locked:
        assert locked
        held.set()
        time.sleep(seconds)
    connection.close()


def test_it_waits_for_another_process_and_says_how_far_it_is(
    four_pages: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "REPORT_SECONDS", 0.05)
    monkeypatch.setattr(embedding, "WAIT_SECONDS", 0.05)
    embedder, held = DummyEmbedder(DummyEmbedderOptions()), Event()
    other = Thread(target=hold_lock, args=(registered_model(embedder), held), kwargs={"seconds": 0.4})
    other.start()
    held.wait()
    said: list[str] = []
    embed_scope(four_pages, embedder, say=said.append)
    other.join()
    assert "guide/1.0/en: 0 of 4 passages embedded (0%)." in said
    assert coverage(four_pages, embedder).complete
