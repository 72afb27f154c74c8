from __future__ import annotations

import sys

import pytest
from pytest_django import Settings

from cogi.corpus.classification import LOWEST
from cogi.corpus.errors import ReleaseRefused
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.publishing import publish_release
from cogi.corpus.snapshot import Snapshot
from cogi.evaluation.models import EvaluationRun, GoldenQuery, GoldenSet, Judgement, ReleaseFloor
from cogi.retrieval.searching import search
from tests.drafts import day, page, publish, scope

pytestmark = pytest.mark.django_db

TEA = page("tea", "Steep the leaves for four minutes.")
COFFEE = page("coffee", "Grind the beans.", order=1)
SPOILT = page("tea", "It is a drink.")
NOTE = page("note", "Nothing to say of it.", order=2)


@pytest.fixture
def guarded(settings: Settings) -> Scope:
    """A scope with a release, whose one golden question must find its page first."""
    settings.COGI_ENGINE_THREADS = 0  # other threads do not see a test's transaction
    settings.COGI_EMBEDDERS = {"default": None}
    here = scope()
    publish(here, TEA, COFFEE)
    golden = GoldenSet.objects.create(name="drinks", scope=here)
    question = GoldenQuery.objects.create(golden_set=golden, key="q1", text="how long to steep leaves")
    Judgement.objects.create(query=question, uid="tea")
    ReleaseFloor.objects.create(scope=here, golden_set=golden, metric="mrr@10", minimum=0.9)
    return here


def found(here: Scope, question: str) -> list[str]:
    results = search(question, perimeter=Perimeter.of({here.pk: LOWEST}), scopes=[here.slug])
    return [hit.uid for hit in results.hits]


def test_a_release_that_reaches_its_floor_is_published_and_its_run_kept(guarded: Scope) -> None:
    publish(guarded, TEA, COFFEE, NOTE)
    run = EvaluationRun.objects.get()
    assert (run.collection, run.scope, run.release_number) == ("drinks", guarded, 2)
    assert run.means == {"full": {"ndcg@10": 1.0, "mrr@10": 1.0, "recall@100": 1.0, "success@5": 1.0}}
    assert run.rankings == {"full": {"q1": ["tea"]}}


def test_a_release_below_its_floor_is_not_published(guarded: Scope) -> None:
    with pytest.raises(ReleaseRefused) as refused:
        publish(guarded, SPOILT, COFFEE)
    assert str(refused.value) == (
        "This release would reach mrr@10 of 0.000 on the golden set “drinks”, and guide/1.0/en is to reach "
        "0.9; nothing was published. If that is intended, confirm it (--accept-regression); otherwise check "
        "the source."
    )
    guarded.refresh_from_db()
    assert guarded.release_number == 1
    assert found(guarded, "steep") == ["tea"]
    assert not EvaluationRun.objects.exists()


def test_it_is_published_when_that_is_confirmed(guarded: Scope) -> None:
    published = publish_release(
        scope=guarded, snapshot=Snapshot([SPOILT, COFFEE]), now=day(1), accept_regression=True
    )
    assert published.release is not None
    assert EvaluationRun.objects.get().means["full"]["mrr@10"] == 0


def test_what_a_refused_release_showed_is_not_seen_in_the_next_one(guarded: Scope) -> None:
    with pytest.raises(ReleaseRefused):
        publish(guarded, SPOILT, COFFEE, page("secret", "Steep nothing.", order=2))
    publish(guarded, TEA, COFFEE, NOTE)
    assert found(guarded, "steep") == ["tea"]
    assert found(guarded, "nothing") == ["note"]


def test_measuring_leaves_the_scope_its_key(guarded: Scope) -> None:
    key = guarded.key
    publish(guarded, TEA, COFFEE, NOTE)
    assert Scope.objects.get(pk=guarded.pk).key == key


def test_a_scope_without_a_floor_is_published_unmeasured(guarded: Scope) -> None:
    ReleaseFloor.objects.all().delete()
    assert publish(guarded, SPOILT, COFFEE).release is not None
    assert not EvaluationRun.objects.exists()


def test_a_floor_that_cannot_be_measured_refuses_until_confirmed(
    guarded: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(ReleaseRefused) as refused:
        publish(guarded, TEA, COFFEE, NOTE)
    assert str(refused.value) == (
        "The floor of guide/1.0/en could not be measured, so nothing was published (publish unmeasured with "
        "--accept-regression). The metrics need the package ir-measures. Install it: pip install ir-measures"
    )
    snapshot = Snapshot([TEA, COFFEE, NOTE])
    assert publish_release(scope=guarded, snapshot=snapshot, now=day(1), accept_regression=True).release


def test_a_set_without_judgements_is_said(guarded: Scope) -> None:
    Judgement.objects.all().delete()
    with pytest.raises(ReleaseRefused, match=r"No question of the golden set “drinks” has a judged page\."):
        publish(guarded, TEA, COFFEE, NOTE)
