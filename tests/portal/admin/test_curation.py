"""Tests of the administration of pins and boosts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from cogi.corpus.classification import Classification
from cogi.corpus.models import Boost, Pin, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.vocabulary import NodeKind
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope, section
from tests.portal.signing_in import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus", "in_turn")]

EMPTY = {"begins_at_0": "", "begins_at_1": "", "ends_at_0": "", "ends_at_1": "", "note": ""}


@pytest.fixture
def in_turn(settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = 0


@pytest.fixture
def plans() -> Scope:
    return Scope.objects.get(slug="plans/1.0/en")


def post(name: str, address: str, fields: dict[str, Any], *args: object) -> str:
    """Return what the form answers, with messages; nothing is left of it when it is refused."""
    response = signed_in(name).post(reverse(f"admin:{address}", args=args), {**EMPTY, **fields}, follow=True)
    return str(response.content.decode())


def pin_fields(scope: Scope, **fields: Any) -> dict[str, Any]:
    return {"scope": scope.pk, "uid": "launch", "position": 1, "match": "exact", "phrases": "when", **fields}


def boost_fields(scope: Scope, **fields: Any) -> dict[str, Any]:
    conditions = {"path_prefix": "", "kind": "", "metadata_key": "", "metadata_value": ""}
    return {"scope": scope.pk, "factor": 2, **conditions, **fields}


def test_a_pin_takes_a_path_or_an_address_and_moves_the_page(plans: Scope) -> None:
    address = "https://docs.example/plans/team/?from=mail#top"
    post("editor", "cogi_corpus_pin_add", pin_fields(plans, uid=address, phrases=" code name \n\n"))
    made = Pin.objects.get()
    assert (made.uid, made.phrases, made.classification) == ("team", "code name", Classification.INTERNAL)
    assert Scope.objects.get(pk=plans.pk).version == plans.version + 1
    cleared = Perimeter.of({plans.pk: Classification.INTERNAL})
    results = search("code name", perimeter=cleared, scopes=[plans.slug])
    assert [hit.uid for hit in results.hits] == ["team", "launch"]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"uid": "merger"}, "“merger” is no page of plans/1.0/en that you may read."),
        ({"uid": "nowhere"}, "“nowhere” is no page of plans/1.0/en that you may read."),
        ({"phrases": "code name\nthe"}, "“the” has no word that a search goes by. Add one that tells more."),
        ({"position": 11}, "Ensure this value is less than or equal to 10."),
        (
            {
                "begins_at_0": "2026-02-01",
                "begins_at_1": "00:00",
                "ends_at_0": "2026-01-01",
                "ends_at_1": "00:00",
            },
            "A rule ends after it begins.",
        ),
    ],
)
def test_a_pin_that_cannot_be_is_explained(plans: Scope, wrong: dict[str, Any], error: str) -> None:
    page = post("editor", "cogi_corpus_pin_add", pin_fields(plans, **wrong))
    assert error in page
    assert not Pin.objects.exists()


def test_what_is_no_hit_cannot_be_pinned() -> None:
    here = scope("parts/1.0/en")
    group = replace(page("topics", title="Topics"), kind=NodeKind.GROUP)
    publish(here, group, section(page("topics", title="Topics"), "first", "Text."))
    for uid in ("topics", "topics#first"):
        refused = post("root", "cogi_corpus_pin_add", pin_fields(here, uid=uid))
        assert f"“{uid}” is no page of parts/1.0/en that you may read." in refused


def test_nobody_pins_in_a_scope_that_they_may_not_enter(plans: Scope) -> None:
    assert "Select a valid choice." in post("outsider", "cogi_corpus_pin_add", pin_fields(plans))


def test_the_pin_form_can_be_opened_filled_in(plans: Scope) -> None:
    given = {"scope": str(plans.pk), "uid": "team", "phrases": "who does what"}
    page = signed_in("editor").get(reverse("admin:cogi_corpus_pin_add"), given).content.decode()
    assert 'value="team"' in page
    assert "who does what</textarea>" in page


def test_a_rule_is_shown_with_the_clearance_of_who_wrote_it_and_with_its_page(plans: Scope) -> None:
    rules = {
        "own": ("team", Classification.INTERNAL),
        "keeper’s": ("team", Classification.RESTRICTED),
        "to a hidden page": ("merger", Classification.INTERNAL),
        "to a page that has gone": ("gone", Classification.INTERNAL),
    }
    for phrase, (uid, level) in rules.items():
        Pin.objects.create(scope=plans, uid=uid, phrases=phrase, classification=level)
    shown = {}
    for name in ("editor", "keeper", "outsider"):
        page = signed_in(name).get(reverse("admin:cogi_corpus_pin_changelist")).content.decode()
        shown[name] = [phrase for phrase in rules if f"“{phrase}”" in page]
    assert shown == {"editor": ["own"], "keeper": list(rules), "outsider": []}


def test_pins_that_are_deleted_together_are_gone_at_once(plans: Scope) -> None:
    pins = [Pin.objects.create(scope=plans, uid="team", phrases=phrase) for phrase in ("one", "two")]
    before = Scope.objects.get(pk=plans.pk).version
    chosen = {"action": "delete_selected", "_selected_action": [pin.pk for pin in pins], "post": "yes"}
    post("editor", "cogi_corpus_pin_changelist", chosen)
    assert not Pin.objects.exists()
    assert Scope.objects.get(pk=plans.pk).version > before


def test_a_boost_says_how_many_pages_it_moves(plans: Scope) -> None:
    page = post("editor", "cogi_corpus_boost_add", boost_fields(plans, kind="page"))
    assert "Pages that it moves, of those that you may read: 2." in page
    assert Boost.objects.get().classification == Classification.INTERNAL
    lost = post("editor", "cogi_corpus_boost_add", boost_fields(plans, path_prefix="merger"))
    assert "Pages that it moves, of those that you may read: 0." in lost


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({}, "Say which pages: a path, a kind, or a metadata key and its value."),
        ({"metadata_key": "status"}, "Give both a metadata key and its value, or neither."),
        ({"kind": "page", "factor": 20}, "Ensure this value is less than or equal to 10.0."),
    ],
)
def test_a_boost_that_cannot_be_is_explained(plans: Scope, wrong: dict[str, Any], error: str) -> None:
    assert error in post("editor", "cogi_corpus_boost_add", boost_fields(plans, **wrong))
    assert not Boost.objects.exists()


def test_the_list_says_whether_a_rule_holds(plans: Scope) -> None:
    for begins, ends in ((None, None), ("2090-01-01T00:00Z", None), (None, "2020-01-01T00:00Z")):
        Boost.objects.create(scope=plans, kind="page", factor=2, begins_at=begins, ends_at=ends)
    page = signed_in("editor").get(reverse("admin:cogi_corpus_boost_changelist")).content.decode()
    assert [state for state in ("now", "not yet", "no longer") if f'field-state">{state}<' in page] == [
        "now",
        "not yet",
        "no longer",
    ]
