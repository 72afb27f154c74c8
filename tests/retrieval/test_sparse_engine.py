from __future__ import annotations

from typing import Any

import pytest

from cogi.corpus.models import Scope
from cogi.corpus.perimeter import perimeter_for
from cogi.index.tasks import embed_scope
from cogi.retrieval.results import Degradation, Results
from cogi.retrieval.searching import search
from cogi.retrieval.warming import warm_up
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

BACKEND = "cogi.inference.sparse.dummy.DummySparseEncoder"
LEXICAL_ONLY = {"default": None}


@pytest.fixture(autouse=True)
def guide(settings: Any) -> Scope:
    """Engines run in the caller, whose transaction holds the test's data; two of them are on."""
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = LEXICAL_ONLY
    settings.COGI_SPARSE_ENCODERS = {"default": {"BACKEND": BACKEND}}
    here = scope()
    # The engines disagree: the dummy sparse encoder knows no stop words.
    publish(here, page("bees", "bees and"), page("and", "and and and the bees of all gardens"))
    return here


def find(question: str = "and the bees") -> Results:
    return search(question, perimeter=perimeter_for(None), explain=True)


def engines(found: Results) -> dict[str, dict[str, int]]:
    """Return the rank that each engine gave, by page."""
    explained = {hit.uid: hit.explanation or {} for hit in found.hits}
    return {
        uid: {name: each["rank"] for name, each in explanation["engines"].items()}
        for uid, explanation in explained.items()
    }


def test_it_joins_the_fusion_by_its_setting_alone(guide: Scope) -> None:
    embed_scope(guide.pk)
    found = find()
    assert engines(found) == {
        "and": {"lexical": 2, "sparse": 1},
        "bees": {"lexical": 1, "sparse": 2},
    }
    assert found.degraded == [Degradation("dense", "off")]


@pytest.mark.parametrize(("weight", "first"), [(2.0, "and"), (0.5, "bees")])
def test_its_weight_is_a_setting(settings: Any, guide: Scope, weight: float, first: str) -> None:
    settings.COGI_ENGINE_WEIGHTS = {"lexical": 1.0, "sparse": weight}
    embed_scope(guide.pk)
    assert find().hits[0].uid == first


@pytest.mark.usefixtures("guide")
def test_what_it_does_not_know_yet_is_reported() -> None:
    found = find()
    assert engines(found) == {"bees": {"lexical": 1}, "and": {"lexical": 2}}
    assert Degradation("sparse", "incomplete") in found.degraded


@pytest.mark.usefixtures("guide")
def test_without_an_encoder_nobody_misses_it(settings: Any) -> None:
    settings.COGI_SPARSE_ENCODERS = {"default": None}
    found = find()
    assert found.degraded == [Degradation("dense", "off")]
    assert "sparse" not in found.timings_ms


def test_a_model_that_fails_leaves_the_others_answer(settings: Any, guide: Scope) -> None:
    embed_scope(guide.pk)
    settings.COGI_SPARSE_ENCODERS = {"default": {"BACKEND": BACKEND, "OPTIONS": {"fails": True}}}
    found = find()
    assert [hit.uid for hit in found.hits] == ["bees", "and"]
    assert Degradation("sparse", "error") in found.degraded


def test_a_model_that_fails_is_reported_at_the_start(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.COGI_SPARSE_ENCODERS = {"default": {"BACKEND": BACKEND, "OPTIONS": {"fails": True}}}
    warm_up()
    assert "retrieval.sparse_encoder.unavailable model=DummySparseEncoder" in caplog.text
