"""A new model is filled beside the old one, and takes over when it knows as much."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cogi.corpus.models import Scope
from cogi.index.embedding import embed_live_passages
from cogi.index.models import EmbeddingModel, PassageVector
from cogi.index.serving import Serving, embedders_to_fill, serving_embedder
from cogi.index.tasks import embed_pending, tidy_vectors
from cogi.inference.embedders import Embedder, embedders
from tests.drafts import page, publish, scope
from tests.index.test_lexical import key

pytestmark = pytest.mark.django_db

DUMMY = "cogi.inference.embedders.dummy.DummyEmbedder"


def entry(dimensions: int) -> dict[str, Any]:
    return {"BACKEND": DUMMY, "OPTIONS": {"DIMENSIONS": dimensions}}


def configured(alias: str = "default") -> Embedder:
    embedder = embedders[alias]
    assert embedder is not None
    return embedder


def serving(of: Scope) -> Serving:
    found = serving_embedder([key(of)])
    assert found is not None
    return found


def change_model(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": entry(128), "previous": entry(64)}


@pytest.fixture
def embedded(settings: Any) -> Scope:
    """A scope whose two pages have vectors of the model that is then replaced."""
    settings.COGI_EMBEDDERS = {"default": entry(64)}
    here = scope()
    publish(here, page("a", "apples"), page("b", "bees"))
    embed_pending()
    change_model(settings)
    return here


def test_the_old_model_serves_until_the_new_one_knows_as_much(embedded: Scope, settings: Any) -> None:
    settings.COGI_EMBEDDING_BATCH = 1
    assert serving(embedded).embedder is configured("previous")
    embed_live_passages(configured(), scope=embedded)
    assert serving(embedded).embedder is configured()
    assert serving(embedded).coverage.complete


def test_what_is_published_meanwhile_is_embedded_by_both(embedded: Scope) -> None:
    publish(embedded, page("a", "apples"), page("b", "bees"), page("c", "cats"), at=1)
    assert embedders_to_fill(embedded) == [configured("previous"), configured()]
    embed_pending()
    assert sorted(PassageVector.objects.values_list("model__dimensions", flat=True)) == [64] * 3 + [128] * 3
    assert embedders_to_fill(embedded) == [configured()]


def test_a_new_page_does_not_bring_the_old_model_back(embedded: Scope) -> None:
    embed_pending()
    publish(embedded, page("a", "apples"), page("b", "bees"), page("c", "cats"), at=1)
    assert serving(embedded).embedder is configured()
    assert embedders_to_fill(embedded) == [configured()]


def test_an_alias_that_was_never_filled_is_not_asked(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": entry(64), "other": entry(128)}
    here = scope()
    publish(here, page("a", "apples"))
    assert serving(here).embedder is configured()
    embed_pending()
    assert set(PassageVector.objects.values_list("model__dimensions", flat=True)) == {64}


def test_without_a_default_nothing_serves(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": None, "previous": entry(64)}
    here = scope()
    publish(here, page("a", "apples"))
    assert serving_embedder([key(here)]) is None
    assert embedders_to_fill(here) == []


@pytest.mark.django_db(transaction=True)
def test_a_replaced_model_is_dropped_after_a_time(embedded: Scope, settings: Any) -> None:
    tidy_vectors()
    assert not EmbeddingModel.objects.filter(superseded_at__isnull=False).exists()
    embed_pending()
    tidy_vectors()
    old = EmbeddingModel.objects.get(dimensions=64)
    assert old.superseded_at is not None
    EmbeddingModel.objects.update(superseded_at=timezone.now() - timedelta(days=2))
    tidy_vectors()
    assert list(EmbeddingModel.objects.values_list("dimensions", flat=True)) == [128]
    assert PassageVector.objects.count() == 2
    assert serving(embedded).embedder is configured()
    settings.COGI_EMBEDDERS = {"default": entry(128)}
    assert serving(embedded).embedder is configured()


@pytest.mark.django_db(transaction=True)
def test_whoever_goes_back_in_time_finds_the_old_vectors(embedded: Scope, settings: Any) -> None:
    embed_pending()
    tidy_vectors()
    settings.COGI_EMBEDDERS = {"default": entry(64)}
    tidy_vectors()
    assert EmbeddingModel.objects.get(dimensions=64).superseded_at is None
    assert serving(embedded).coverage.complete
