"""Classes that have grown have an index, others have none, whatever was left behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.publishing import prune_releases
from cogi.index.embedding import embed_live_passages, registered_model
from cogi.index.hnsw import ensure_hnsw, sweep_hnsw
from cogi.index.models import VectorCoverage
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db(transaction=True)

EMBEDDER = DummyEmbedder(DummyEmbedderOptions())


def indexes() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'cogi\\_hnsw\\_%' ORDER BY 1"
        )
        return dict(cursor.fetchall())


def ensure(of: Scope) -> list[str]:
    embed_live_passages(EMBEDDER, scope=of)
    return ensure_hnsw(registered_model(EMBEDDER), scope=of)


@pytest.fixture
def grown(settings: Any) -> Iterator[Scope]:
    """A scope with a class of 20 passages that has an index, and one of a single passage that has none."""
    settings.COGI_HNSW_THRESHOLD = 10
    here = scope()
    publish(here, *_pages(20), page("s", "small", level=Classification.RESTRICTED))
    assert len(ensure(here)) == 1
    yield here
    VectorCoverage.objects.all().delete()
    sweep_hnsw()


def _pages(count: int) -> list[Any]:
    return [page(f"p{number}", f"text {number}") for number in range(count)]


def test_what_is_built_is_not_built_again(grown: Scope) -> None:
    assert len(indexes()) == 1
    assert ensure(grown) == []
    assert sweep_hnsw() == []


def test_only_a_new_index_is_a_new_version_of_the_scope(grown: Scope, settings: Any) -> None:
    def version() -> int:
        return Scope.objects.get(pk=grown.pk).version

    before = version()
    ensure(grown)
    assert version() == before
    settings.COGI_HNSW_M = 8
    ensure(grown)
    assert version() == before + 1


def test_other_parameters_replace_the_index(grown: Scope, settings: Any) -> None:
    settings.COGI_HNSW_M, settings.COGI_HNSW_BUILD_MEMORY = 8, "64MB"
    settings.COGI_HNSW_BUILD_WORKERS = 0
    (name,) = ensure(grown)
    assert list(indexes()) == [name]
    assert "m='8'" in indexes()[name]
    with connection.cursor() as cursor:
        cursor.execute("SHOW maintenance_work_mem")
        assert cursor.fetchone() != ("64MB",)


def test_an_index_that_lost_much_is_built_anew_and_one_that_lost_most_is_dropped(grown: Scope) -> None:
    publish(grown, *_pages(13), at=1)
    prune_releases(grown, keep=1)
    assert ensure(grown) == list(indexes())
    publish(grown, *_pages(4), at=2)
    prune_releases(grown, keep=1)
    assert ensure(grown) == []
    assert sweep_hnsw() != []
    assert indexes() == {}


def test_the_leftovers_of_a_killed_build_are_swept(grown: Scope) -> None:
    (name,) = indexes()
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER INDEX "{name}" RENAME TO "{name}_new"')
    assert sweep_hnsw() == [f"{name}_new"]
    assert len(ensure(grown)) == 1


def test_the_index_of_a_scope_that_is_gone_is_swept(grown: Scope) -> None:
    VectorCoverage.objects.filter(visibility__scope=grown).delete()
    assert len(sweep_hnsw()) == 1
    assert indexes() == {}
