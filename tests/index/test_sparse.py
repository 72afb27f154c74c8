from __future__ import annotations

from datetime import timedelta
from math import log
from typing import Any

import pytest
from django.utils import timezone

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Passage, Scope
from cogi.index.models import SparseModel, SparseSegment, SparseWeights
from cogi.index.sparse.searching import SparseMatches, search_sparse
from cogi.index.tasks import embed_pending, embed_scope, tidy_vectors
from cogi.inference.sparse import default_sparse_encoder
from cogi.inference.sparse.dummy import DummySparseEncoder
from tests.drafts import page, publish, scope
from tests.index.test_lexical import key

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification
BACKEND = "cogi.inference.sparse.dummy.DummySparseEncoder"
MODEL = "dummy-sparse"


def configure(settings: Any, **options: Any) -> DummySparseEncoder:
    settings.COGI_SPARSE_ENCODERS = {"default": {"BACKEND": BACKEND, "OPTIONS": options}}
    encoder = default_sparse_encoder()
    assert isinstance(encoder, DummySparseEncoder)
    return encoder


@pytest.fixture(autouse=True)
def encoder(settings: Any) -> DummySparseEncoder:
    settings.COGI_EMBEDDERS = {"default": None}
    return configure(settings)


def find(of: Scope, *terms: str, clearance: Classification = PUBLIC, **options: Any) -> SparseMatches:
    release = key(of, clearance, options.pop("number", None))
    return search_sparse(
        dict.fromkeys(terms, 1.0),
        model_name=MODEL,
        releases=[release],
        limit=options.pop("limit", 10),
        **options,
    )


def uids(found: SparseMatches) -> list[str]:
    by_id = dict(Passage.objects.values_list("pk", "node__uid"))
    return [by_id[match.passage_id] for match in found.best]


def test_passages_rank_by_the_dot_product_of_term_weights() -> None:
    here = scope()
    publish(here, page("a", "apples and bees"), page("b", "bees bees"), page("c", "cats"))
    embed_scope(here.pk)
    found = find(here, "bees", "apples")
    assert uids(found) == ["a", "b"]
    # Weights are stored in hundredths.
    assert [match.score for match in found.best] == pytest.approx([2 * log(2), log(3)], abs=0.01)
    assert found.share == 1.0
    assert find(here, "unheard").best == []


def test_only_new_contents_are_weighed(encoder: DummySparseEncoder) -> None:
    here = scope()
    publish(here, page("a", "apples"), page("b", "bees"))
    embed_scope(here.pk)
    encoder.received.clear()
    publish(here, page("a", "apples"), page("b", "bees"), page("c", "cats"), at=1)
    embed_pending()
    embed_pending()
    assert encoder.received == ["C\ncats"]
    assert uids(find(here, "cats")) == ["c"]


def test_what_is_published_counts_as_unknown_until_it_is_weighed() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    assert find(here, "apples") == SparseMatches([], 0.0)
    embed_scope(here.pk)
    publish(here, page("a", "apples"), page("b", "apples too"), at=1)
    found = find(here, "apples")
    assert (uids(found), found.share) == (["a"], 0.5)


def test_nothing_published_lacks_nothing() -> None:
    assert find(scope(), "apples") == SparseMatches([], 1.0)


def test_each_release_finds_what_it_shows() -> None:
    here = scope()
    publish(here, page("a", "apples"), page("b", "apples and bees"))
    embed_scope(here.pk)
    publish(here, page("b", "apples and bees"), page("c", "apples, cats"), at=1)
    embed_scope(here.pk)
    assert uids(find(here, "apples")) == ["b", "c"]
    assert uids(find(here, "apples", number=1)) == ["a", "b"]


def test_a_text_that_stands_in_two_places_is_found_in_both() -> None:
    here = scope()
    publish(here, page("a", "apples", title="T"), page("b", "apples", title="T"), page("c", "cats"))
    embed_scope(here.pk)
    found = find(here, "apples")
    assert uids(found) == ["a", "b"]
    assert uids(find(here, "apples", limit=1)) == ["a"]
    assert uids(find(here, "apples", pages={found.best[1].page_id})) == ["b"]
    assert SparseWeights.objects.count() == 2


def test_a_viewer_finds_and_counts_only_what_is_visible() -> None:
    here = scope()
    publish(here, page("a", "apples"), page("s", "secret apples", level=INTERNAL))
    embed_scope(here.pk)
    assert uids(find(here, "secret", "apples")) == ["a"]
    assert uids(find(here, "secret", "apples", clearance=INTERNAL)) == ["s", "a"]
    alone = scope("alone/1/en")
    publish(alone, page("a", "apples"))
    embed_scope(alone.pk)
    with_hidden, without = find(here, "apples"), find(alone, "apples")
    assert [m.score for m in with_hidden.best] == [m.score for m in without.best]
    assert with_hidden.share == without.share == 1.0


def test_nothing_above_its_clearance_is_sent_to_a_model(encoder: DummySparseEncoder) -> None:
    here = scope()
    publish(here, page("a", "The key is hush", spans=[Span(11, 15, CONFIDENTIAL)]))
    embed_scope(here.pk)
    assert encoder.received == ["A\nThe key is ••••"]
    assert find(here, "hush", clearance=CONFIDENTIAL) == SparseMatches([], 0.0)


def test_many_segments_become_one_and_mostly_dead_ones_are_built_anew(settings: Any) -> None:
    settings.COGI_MAX_SEGMENTS = 2
    here = scope()
    pages = [page(f"p{number}", f"apples {number}") for number in range(5)]
    for number in range(3):
        publish(here, *pages[: number + 1], at=number)
        embed_scope(here.pk)
    present = SparseSegment.objects.filter(retired_at=None)
    assert present.count() == 1
    assert uids(find(here, "apples")) == ["p0", "p1", "p2"]
    publish(here, pages[0], at=3)
    embed_scope(here.pk)
    assert (present.count(), uids(find(here, "apples"))) == (1, ["p0"])
    SparseSegment.objects.exclude(retired_at=None).update(retired_at=timezone.now() - timedelta(minutes=3))
    tidy_vectors()
    assert SparseSegment.objects.count() == 1


def test_a_large_class_gets_several_segments(settings: Any) -> None:
    settings.COGI_SEGMENT_PASSAGES = 2
    here = scope()
    publish(here, *(page(f"p{number}", f"apples {number}") for number in range(5)))
    embed_scope(here.pk)
    assert SparseSegment.objects.count() == 3
    assert uids(find(here, "apples")) == [f"p{number}" for number in range(5)]


def test_a_model_that_fails_is_reported_and_asked_again(settings: Any, caplog: Any) -> None:
    here = scope()
    publish(here, page("a", "apples"))
    configure(settings, fails=True)
    embed_scope(here.pk)
    assert "index.sparse.failed scope=guide/1.0/en reason=The scripted failure" in caplog.text
    configure(settings)
    embed_pending()
    assert uids(find(here, "apples")) == ["a"]


def test_what_no_setting_names_is_dropped_after_a_while(settings: Any) -> None:
    here = scope()
    publish(here, page("a", "apples"))
    embed_scope(here.pk)
    configure(settings, model="another")
    embed_scope(here.pk)
    tidy_vectors()
    assert uids(find(here, "apples")) == ["a"]
    settings.COGI_SUPERSEDED_MODEL_DAYS = 0
    tidy_vectors()
    assert list(SparseModel.objects.values_list("name", flat=True)) == ["another"]
    settings.COGI_SPARSE_ENCODERS = {"default": None}
    tidy_vectors()
    assert SparseWeights.objects.count() == 1


def test_without_an_encoder_nothing_is_stored(settings: Any) -> None:
    settings.COGI_SPARSE_ENCODERS = {"default": None}
    here = scope()
    publish(here, page("a", "apples"))
    embed_scope(here.pk)
    assert not SparseModel.objects.exists()
