"""A search finds as many passages as there are, through the graph or past it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cogi.corpus.models import Passage, Scope
from cogi.corpus.publishing import prune_releases
from cogi.index.embedding import embed_live_passages, registered_model
from cogi.index.hnsw import ensure_hnsw, sweep_hnsw
from cogi.index.models import PassageVector, VectorCoverage
from cogi.index.vectors import VectorMatches, compare_passages, search_vectors
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from tests.drafts import page, publish, scope
from tests.index.test_lexical import key

EMBEDDER = DummyEmbedder(DummyEmbedderOptions(dimensions=256))
PAGES = 300


def pages(count: int = PAGES, first: int = 0) -> list[Any]:
    return [page(f"p{n}", f"number{n} of kind{n % 7}") for n in range(first, first + count)]


def find(
    of: Scope, question: str = "kind3", *, limit: int = 10, number: int | None = None, **more: Any
) -> Any:
    query = EMBEDDER.embed_query(question)
    return search_vectors(
        query, model_id=EMBEDDER.model_id, releases=[key(of, number=number)], limit=limit, **more
    )


def exact(of: Scope, question: str, wanted: frozenset[int] | None = None) -> list[float]:
    """Return the similarities of all live passages (of the wanted pages), highest first."""
    query = EMBEDDER.embed_query(question)
    live = Passage.objects.filter(scope=of).as_of()
    if wanted is not None:
        live = live.filter(page__in=wanted)
    vectors = dict(PassageVector.objects.values_list("content_id", "embedding"))
    rows = [np.array(vectors[content], np.float32) for content in live.values_list("content_id", flat=True)]
    return sorted((float(row @ query) for row in rows), reverse=True)


def assert_nearly_exact(matches: VectorMatches, expected: list[float]) -> None:
    """A graph may miss a few of the farther ones; it gives as many, in order, and the first."""
    found = [match.similarity for match in matches]
    assert len(found) == len(expected)
    assert found == sorted(found, reverse=True)
    assert found[:1] == pytest.approx(expected[:1], abs=2e-3)
    assert sum(each >= expected[-1] - 2e-3 for each in found) >= 0.9 * len(expected)


@pytest.fixture
def grown(settings: Any, transactional_db: None) -> Iterator[Scope]:  # noqa: ARG001 - indexes need it
    """A scope whose one class is searched through its graph."""
    settings.COGI_HNSW_THRESHOLD = 100
    here = scope()
    publish(here, *pages())
    embed_live_passages(EMBEDDER, scope=here)
    assert ensure_hnsw(registered_model(EMBEDDER), scope=here)
    yield here
    VectorCoverage.objects.all().delete()
    sweep_hnsw()


def test_the_graph_gives_the_nearest_passages_best_first(grown: Scope) -> None:
    for limit in (1, 10, 37, 200):
        found = find(grown, "number42 of kind0", limit=limit)
        assert_nearly_exact(found, exact(grown, "number42 of kind0")[:limit])
        assert not found.short


def test_a_large_and_a_small_choice_of_pages_are_searched_in_full(grown: Scope, monkeypatch: Any) -> None:
    monkeypatch.setattr("cogi.index.vectors.FEW_PASSAGES", 20)
    ids = list(Passage.objects.order_by("pk").values_list("page_id", flat=True))
    for count in (1, 10, 30, 150):
        wanted = frozenset(ids[:: PAGES // count])
        found = find(grown, pages=wanted)
        assert {match.page_id for match in found} <= wanted
        assert_nearly_exact(found, exact(grown, "kind3", wanted)[:10])
    assert find(grown, pages=frozenset()) == []


def test_the_vectors_of_dead_passages_take_no_place(grown: Scope) -> None:
    publish(grown, *pages(20), at=1)
    assert len(find(grown, limit=50)) == 20
    assert len(find(grown, limit=250, number=1)) == 250


def test_given_passages_are_compared_where_the_release_shows_them(grown: Scope) -> None:
    everything = find(grown, limit=PAGES)
    far, near = everything[-1], everything[3]
    asked = [far.passage_id, near.passage_id, 2**40]
    query = EMBEDDER.embed_query("kind3")

    def compared(number: int) -> list[Any]:
        releases = [key(grown, number=number)]
        return compare_passages(query, model_id=EMBEDDER.model_id, releases=releases, passages=asked)

    assert [match[:2] for match in compared(grown.release_number)] == [near[:2], far[:2]]
    assert [match.similarity for match in compared(grown.release_number)] == pytest.approx(
        [near.similarity, far.similarity]
    )
    assert compared(0) == []


def test_a_class_too_large_to_compare_says_that_it_fell_short(grown: Scope, settings: Any) -> None:
    settings.COGI_EXACT_SCAN_LIMIT = 200
    few = frozenset(Passage.objects.values_list("page_id", flat=True)[:2])
    assert not find(grown, pages=few).short
    publish(grown, *pages(5), at=1)
    assert find(grown, limit=50).short


def test_passages_that_share_a_content_are_all_found(settings: Any, db: None) -> None:  # noqa: ARG001
    settings.COGI_HNSW_THRESHOLD = 2
    here = scope()
    publish(here, *(page(f"p{n}", "the same", title="Same") for n in range(6)), *pages(3, first=10))
    embed_live_passages(EMBEDDER, scope=here)
    assert PassageVector.objects.count() == 4
    assert len({match.passage_id for match in find(here, "the same", limit=5)}) == 5


@pytest.mark.django_db
@pytest.mark.parametrize("query", [np.ones(3, np.float32), np.full(256, np.nan, np.float32)])
def test_a_vector_that_does_not_fit_is_an_error(query: Any) -> None:
    here = scope()
    publish(here, *pages(3))
    embed_live_passages(EMBEDDER, scope=here)
    with pytest.raises(ValueError, match="does not fit a model with 256 dimensions"):
        search_vectors(query, model_id=EMBEDDER.model_id, releases=[key(here)], limit=5)


@pytest.mark.django_db
def test_pruning_drops_vectors_that_no_kept_release_shows() -> None:
    one, two = scope("a/1/en"), scope("a/2/en")
    for each in (one, two):
        publish(each, *pages(3))
        embed_live_passages(EMBEDDER, scope=each)
    publish(one, *pages(1), at=1)
    assert PassageVector.objects.count() == 6
    prune_releases(one, keep=1)
    assert PassageVector.objects.filter(visibility__scope=one).count() == 1
    assert PassageVector.objects.filter(visibility__scope=two).count() == 3
    kept = VectorCoverage.objects.get(visibility__scope=one, model_name=EMBEDDER.model_id)
    assert (kept.embedded, kept.total, kept.stored) == (1, 1, 1)
