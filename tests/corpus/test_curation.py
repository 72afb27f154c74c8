"""Rules of curation: no change of one goes uncounted, whoever makes it and however."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from cogi.corpus.classification import Classification
from cogi.corpus.models import Boost, Pin, Scope
from cogi.corpus.perimeter import Perimeter
from tests.drafts import scope

pytestmark = pytest.mark.django_db

State = tuple[int, object]


def state(of: Scope) -> State:
    now = Scope.objects.get(pk=of.pk)
    return now.version, now.curation


@pytest.mark.parametrize(
    "change",
    [
        lambda here, _: Boost.objects.create(scope=here, kind="page", factor=2),
        lambda here, _: Boost.objects.bulk_create([Boost(scope=here, kind="page", factor=2)]),
        lambda *_: Boost.objects.update(factor=3),
        lambda _, boost: boost.delete(),
        lambda *_: Boost.objects.all().delete(),
    ],
    ids=["create", "bulk_create", "update", "delete", "delete of many"],
)
def test_every_change_of_a_boost_is_a_new_version(change: Callable[[Scope, Boost], object]) -> None:
    here = scope()
    boost = Boost.objects.create(scope=here, kind="file", factor=2)
    version, curation = state(here)
    change(here, boost)
    after = state(here)
    assert after[0] > version
    assert after[1] != curation


def test_a_rule_that_moves_counts_in_both_scopes() -> None:
    here, there = scope(), scope("other/1.0/en")
    pin = Pin.objects.create(scope=here, uid="p", phrases="apples")
    before = [state(here), state(there)]
    Pin.objects.filter(pk=pin.pk).update(scope=there)
    after = [state(here), state(there)]
    assert [now[0] - was[0] for now, was in zip(after, before, strict=True)] == [1, 1]


def test_a_change_that_is_taken_back_was_none() -> None:
    here = scope()
    before = state(here)
    with transaction.atomic():
        Pin.objects.create(scope=here, uid="p", phrases="apples")
        assert state(here) != before
        transaction.set_rollback(True)
    assert state(here) == before


def test_a_scope_goes_with_its_rules() -> None:
    here = scope()
    Pin.objects.create(scope=here, uid="p", phrases="apples")
    Boost.objects.create(scope=here, kind="page", factor=2)
    here.delete()
    assert not Pin.objects.exists()
    assert not Boost.objects.exists()


NOW = timezone.now()


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (Pin, {"position": 0}),
        (Pin, {"position": 11}),
        (Pin, {"begins_at": NOW, "ends_at": NOW - timedelta(days=1)}),
        (Boost, {"factor": 0.01}),
        (Boost, {"kind": ""}),
        (Boost, {"metadata_key": "level"}),
        (Boost, {"metadata_value": "advanced"}),
        (Boost, {"begins_at": NOW, "ends_at": NOW}),
    ],
)
def test_the_database_refuses_what_no_rule_can_be(model: Any, wrong: dict[str, Any]) -> None:
    of_pin, of_boost = {"uid": "p", "phrases": "apples"}, {"kind": "page", "factor": 2}
    sound: dict[str, Any] = {**(of_pin if model is Pin else of_boost)}
    model.objects.create(scope=scope(), **sound)
    with pytest.raises(IntegrityError):
        model.objects.create(scope=scope(), **{**sound, **wrong})


def test_who_has_less_clearance_than_the_writer_sees_no_rule() -> None:
    here = scope()
    Pin.objects.create(scope=here, uid="p", phrases="apples", classification=Classification.INTERNAL)
    for level, seen in ((Classification.PUBLIC, 0), (Classification.INTERNAL, 1)):
        assert Pin.objects.within(Perimeter.of({here.pk: level})).count() == seen
    assert Pin.objects.within(Perimeter.of({})).count() == 0
