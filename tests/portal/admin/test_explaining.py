"""Tests of the page that explains a search to editors."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from cogi.corpus.classification import Classification
from cogi.corpus.models import Boost, Pin, Scope
from tests.portal.signing_in import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus", "in_turn")]

PLANS = "plans/1.0/en"


@pytest.fixture
def in_turn(settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = 0


def explain(name: str, **asked: str) -> str:
    """The page, in one line."""
    response = signed_in(name).get(reverse("admin:cogi_corpus_pin_explain"), asked)
    assert response.status_code == 200
    return " ".join(unescape(response.content.decode()).split())


def test_without_a_question_it_says_what_it_is_for() -> None:
    page = explain("editor")
    assert "Ask as readers do." in page
    assert "This field is required." not in page


def test_a_hit_is_shown_with_all_that_moved_it() -> None:
    plans = Scope.objects.get(slug=PLANS)
    Boost.objects.create(scope=plans, path_prefix="launch", factor=2)
    Pin.objects.create(scope=plans, uid="launch", phrases="who does the launch in plans 5.1")
    page = explain("editor", q="who does the launch in plans 5.1", scope=PLANS)
    for shown in (
        "<dt>Taken for</dt><dd>semantic</dd>",
        "“in plans 5.1”: release 5.1",
        f"{PLANS}, version {Scope.objects.get(pk=plans.pk).version}",
        '<th scope="row">lexical</th><td>1</td>',
        '<li class="cogi-up"><span>boost</span> × 2 <span class="cogi-because">launch × 2</span></li>',
        "<span>pinned to place</span> 1 <span",
        "total ",
    ):
        assert shown in page


def test_an_editor_may_look_as_someone_with_less_clearance() -> None:
    own = explain("keeper", q="secret partner launch", scope=PLANS)
    lower = explain("keeper", q="secret partner launch", scope=PLANS, level="1")
    assert "Merger with Globex" in own
    assert "Merger with Globex" not in lower
    assert "Launch" in lower


def test_nobody_looks_higher_than_their_own_clearance_goes() -> None:
    page = explain("editor", q="secret", scope=PLANS, level="3")
    assert "Select a valid choice. 3 is not one of the available choices." in page
    assert "Merger" not in page
    assert "someone cleared for public" in page
    assert "someone cleared for internal" not in page


def test_a_scope_that_the_editor_may_not_enter_is_no_choice() -> None:
    page = explain("outsider", q="launch", scope=PLANS)
    assert "Select a valid choice." in page
    assert "<dt>Scopes</dt>" not in page


def test_a_question_that_cannot_be_searched_is_explained() -> None:
    page = explain("editor", q="x" * 3000)
    assert "The question has 3,000 characters; at most 2,000 can be searched." in page


def test_the_button_leads_to_a_form_that_is_filled_in() -> None:
    page = explain("editor", q="the team & co", scope=PLANS)
    address = page.partition('class="button cogi-pin" href="')[2].partition('"')[0]
    form = unescape(signed_in("editor").get(address).content.decode())
    plans = Scope.objects.get(slug=PLANS)
    assert f'<option value="{plans.pk}" selected>' in form
    assert 'value="team"' in form
    assert "the team & co</textarea>" in form
    assert '<option value="exact" selected>' in form


def test_who_may_only_view_pins_gets_no_button_and_others_no_page() -> None:
    user = User.objects.get(username="editor")
    user.user_permissions.set(Permission.objects.filter(codename="view_pin"))
    assert "Pin here" not in explain("editor", q="launch", scope=PLANS)
    user.user_permissions.clear()
    response = signed_in("editor").get(reverse("admin:cogi_corpus_pin_explain"))
    assert response.status_code == 403


def test_the_list_of_pins_leads_to_it() -> None:
    page = signed_in("editor").get(reverse("admin:cogi_corpus_pin_changelist")).content.decode()
    assert reverse("admin:cogi_corpus_pin_explain") in page


def test_a_hostile_title_stays_text() -> None:
    response = signed_in("editor").get(reverse("admin:cogi_corpus_pin_explain"), {"q": "markup escaping"})
    assert "<img src=x" not in response.content.decode()


def test_levels_are_those_below_the_highest_of_the_editor() -> None:
    page = explain("keeper")
    assert [level.label for level in Classification if f"someone cleared for {level.label}" in page] == [
        "public",
        "internal",
        "confidential",
    ]
