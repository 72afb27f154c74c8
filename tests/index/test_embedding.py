from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from django.db import connection

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Passage, Scope
from cogi.index.coverage import Coverage, coverage
from cogi.index.embedding import embed_live_passages, registered_model
from cogi.index.models import EmbeddingModel, PassageVector
from cogi.index.pending import passage_text
from cogi.index.tasks import embed_pending
from cogi.index.vector_classes import visible_coverage
from cogi.index.vectors import ensure_hnsw, search_vectors
from cogi.inference.embedders import EmbeddingError
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from tests.drafts import page, publish, scope
from tests.index.test_lexical import key

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification


class CountingEmbedder(DummyEmbedder):
    """Remembers what it was asked for; can break after a number of batches."""

    def __init__(self, *, breaks_after: int | None = None) -> None:
        super().__init__(DummyEmbedderOptions(dimensions=512))
        self.texts: list[str] = []
        self.batches = 0
        self.breaks_after = breaks_after

    def embed_passages(self, texts: Sequence[str]) -> Any:
        if self.batches == self.breaks_after:
            raise EmbeddingError("The model server answered 500.")
        self.batches += 1
        self.texts += texts
        return super().embed_passages(texts)


def nearest(question: str, of: Scope, clearance: Classification = PUBLIC, limit: int = 10) -> list[str]:
    embedder = DummyEmbedder(DummyEmbedderOptions(dimensions=512))
    matches = search_vectors(
        embedder.embed_query(question),
        model_id=embedder.model_id,
        releases=[key(of, clearance)],
        limit=limit,
    )
    by_id = dict(Passage.objects.values_list("pk", "node__uid"))
    return [by_id[match.passage_id] for match in matches]


def test_only_new_contents_are_embedded() -> None:
    here, embedder = scope(), CountingEmbedder()
    publish(here, page("a", "apples"), page("b", "bees"))
    assert embed_live_passages(embedder, scope=here) == 2
    publish(here, page("a", "apples"), page("b", "bees"), page("c", "cats"), at=1)
    embedder.texts.clear()
    assert embed_live_passages(embedder, scope=here) == 1
    assert embedder.texts == ["C\ncats"]
    assert embed_live_passages(embedder, scope=here) == 0


def test_a_version_that_changes_a_twentieth_embeds_a_twentieth() -> None:
    one, two, embedder = scope("a/1/en"), scope("a/2/en"), CountingEmbedder()
    publish(one, *(page(f"p{i}", f"text {i}") for i in range(100)))
    embed_live_passages(embedder, scope=one)
    embedder.texts.clear()
    publish(two, *(page(f"p{i}", f"{'new' if i < 5 else 'text'} {i}") for i in range(100)))
    assert embed_live_passages(embedder, scope=two) == 5
    assert sorted(embedder.texts) == [f"P{i}\nnew {i}" for i in range(5)]
    assert coverage(two, embedder) == Coverage(100, 100)


def test_the_longest_texts_are_embedded_first_whatever_their_batch(settings: Any) -> None:
    settings.COGI_EMBEDDING_BATCH = 2
    here, embedder = scope(), CountingEmbedder()
    publish(here, *(page(f"p{i}", "word " * words) for i, words in enumerate((3, 9, 1, 7, 5))))
    embed_live_passages(embedder, scope=here)
    assert [text.count("word") for text in embedder.texts] == [9, 7, 5, 3, 1]


def test_publishing_registers_no_model() -> None:
    publish(scope(), page("a", "apples"))
    assert not EmbeddingModel.objects.exists()


def test_another_version_of_a_scope_reuses_the_vectors() -> None:
    one, two, embedder = scope("a/1/en"), scope("a/2/en"), CountingEmbedder()
    publish(one, page("a", "apples"))
    embed_live_passages(embedder, scope=one)
    publish(two, page("a", "apples"))
    assert embed_live_passages(embedder, scope=two) == 0
    assert coverage(two, embedder) == Coverage(1, 1)


def test_a_better_index_bumps_the_version() -> None:
    here, embedder = scope(), DummyEmbedder(DummyEmbedderOptions(dimensions=512))
    publish(here, page("a", "apples"))
    embed_live_passages(embedder, scope=here)
    here.refresh_from_db()
    assert here.version == 2
    embed_live_passages(embedder, scope=here)
    here.refresh_from_db()
    assert here.version == 2


def test_a_run_that_breaks_loses_one_batch_and_repeats_nothing(settings: Any) -> None:
    settings.COGI_EMBEDDING_BATCH = 2
    here = scope()
    publish(here, *(page(f"p{i}", f"text {i}") for i in range(7)))
    broken = CountingEmbedder(breaks_after=2)
    with pytest.raises(EmbeddingError):
        embed_live_passages(broken, scope=here)
    assert coverage(here, broken) == Coverage(4, 7)
    healthy = CountingEmbedder()
    embed_live_passages(healthy, scope=here)
    assert coverage(here, healthy).complete
    assert sorted(broken.texts + healthy.texts) == [f"P{i}\ntext {i}" for i in range(7)]


def test_a_model_is_sent_nothing_above_its_clearance() -> None:
    here, remote = scope(), CountingEmbedder()
    remote.clearance = INTERNAL
    spans = [Span(10, 14, CONFIDENTIAL)]
    publish(here, page("a", "Door code 1234.", spans=spans), page("s", "secret", level=RESTRICTED))
    assert embed_live_passages(remote, scope=here) == 1
    assert remote.texts == ["A\nDoor code ••••."]
    assert coverage(here, remote) == Coverage(1, 1)


def test_the_sweep_embeds_every_published_scope_with_the_default_embedder() -> None:
    one, two = scope("a/1/en"), scope("b/1/en")
    publish(one, page("a", "apples"))
    publish(two, page("b", "bees"))
    unwanted = scope("c/1/en")
    publish(unwanted, page("c", "cats"))
    Scope.objects.filter(pk=unwanted.pk).update(settings={"vectors": False})
    embed_pending()
    assert PassageVector.objects.count() == 2


def test_the_sweep_survives_a_model_that_is_down(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {
        "default": {"BACKEND": "tests.index.test_embedding.BrokenEmbedder", "OPTIONS": {}}
    }
    publish(scope(), page("a", "apples"))
    embed_pending()
    assert not PassageVector.objects.exists()


class BrokenEmbedder(DummyEmbedder):
    def embed_passages(self, texts: Sequence[str]) -> Any:
        raise EmbeddingError(f"The model server did not take {len(texts)} texts.")


def test_without_an_embedder_the_sweep_does_nothing(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    publish(scope(), page("a", "apples"))
    embed_pending()
    assert not PassageVector.objects.exists()


def test_the_nearest_passages_come_first() -> None:
    here = scope()
    publish(here, page("a", "green apples"), page("b", "busy bees"), page("c", "green bees"))
    embed_live_passages(DummyEmbedder(DummyEmbedderOptions(dimensions=512)), scope=here)
    assert nearest("busy bees", here)[0] == "b"
    assert nearest("busy bees", here, limit=1) == ["b"]


def test_a_viewer_is_searched_for_in_visible_classes_only() -> None:
    here = scope()
    publish(here, page("a", "apples"), page("s", "hidden bees", level=RESTRICTED))
    embed_live_passages(DummyEmbedder(DummyEmbedderOptions(dimensions=512)), scope=here)
    assert nearest("hidden bees", here) == ["a"]
    assert nearest("hidden bees", here, RESTRICTED) == ["s", "a"]


def test_dead_passages_are_not_found() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    embed_live_passages(DummyEmbedder(DummyEmbedderOptions(dimensions=512)), scope=here)
    publish(here, page("a", "bees"), at=1)
    assert nearest("apples", here) == []


def test_a_search_can_be_limited_to_pages() -> None:
    here, embedder = scope(), DummyEmbedder(DummyEmbedderOptions(dimensions=512))
    publish(here, page("a", "apples"), page("b", "apples too"))
    embed_live_passages(embedder, scope=here)
    wanted = Passage.objects.get(node__uid="b").page_id
    found = search_vectors(
        embedder.embed_query("apples"),
        model_id=embedder.model_id,
        releases=[key(here)],
        limit=5,
        pages=frozenset({wanted}),
    )
    assert [match.page_id for match in found] == [wanted]


def test_an_unknown_model_finds_nothing() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    assert search_vectors(np.ones(3, np.float32), model_id="none", releases=[key(here)], limit=5) == []


def test_headings_give_a_text_its_context() -> None:
    assert passage_text(("Auth", "Log in"), "Call login().") == "Auth › Log in\nCall login()."


@pytest.mark.django_db(transaction=True)
def test_a_class_that_has_grown_is_searched_through_its_own_index(settings: Any) -> None:
    settings.COGI_HNSW_THRESHOLD = 200
    here, embedder = scope(), DummyEmbedder(DummyEmbedderOptions(dimensions=512))
    pages = [page(f"p{i}", f"text number{i} about topic{i % 7}") for i in range(250)]
    publish(here, *pages, page("s", "small class", level=RESTRICTED))
    embed_live_passages(embedder, scope=here)
    built = ensure_hnsw(registered_model(embedder), scope=here)
    assert len(built) == 1
    assert ensure_hnsw(registered_model(embedder), scope=here) == []
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE cogi_index_passagevector")
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", built)
        assert "hnsw" in cursor.fetchone()[0]
    assert nearest("text number42 about topic0", here, limit=1) == ["p42"]
    assert len(nearest("text number42 about topic0", here, limit=100)) == 100
    with connection.cursor() as cursor:
        cursor.execute(f'DROP INDEX "{built[0]}"')


def test_the_coverage_that_searches_read_follows_publishes_and_batches(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {
        "default": {"BACKEND": f"{DummyEmbedder.__module__}.DummyEmbedder", "OPTIONS": {"DIMENSIONS": 512}}
    }
    here, embedder = scope(), DummyEmbedder(DummyEmbedderOptions(dimensions=512))

    def kept() -> Coverage:
        return visible_coverage([key(here)], model_name=embedder.model_id)

    publish(here, page("a", "apples"), page("b", "bees"))
    assert kept() == Coverage(0, 2)
    embed_live_passages(embedder, scope=here)
    assert kept() == Coverage(2, 2)
    publish(here, page("a", "apples"), page("b", "bees"), page("c", "cats"), page("d", "dogs"), at=1)
    assert kept() == Coverage(2, 4)
    assert kept().share == 0.5
