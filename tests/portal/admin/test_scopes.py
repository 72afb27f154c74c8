"""Tests of the administration of scopes and grants."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse
from pytest_django import Settings

from cogi.corpus.models import Grant, Scope
from cogi.corpus.perimeter import perimeter_for
from cogi.corpus.scopes import get_or_create_scope
from cogi.retrieval.searching import search
from tests.drafts import page, publish
from tests.portal.signing_in import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


def test_saving_a_scope_bumps_its_version() -> None:
    scope = Scope.objects.get(slug="notes/1.0/en")
    response = signed_in("root").post(
        reverse("admin:cogi_corpus_scope_change", args=[scope.pk]),
        {"base_url": "https://docs.example/notes/", "is_default": "on", "is_open": "on"},
    )

    assert response.status_code == 302
    changed = Scope.objects.get(pk=scope.pk)
    assert changed.base_url == "https://docs.example/notes/"
    assert changed.version == scope.version + 1


def test_a_scope_is_made_by_its_name() -> None:
    response = signed_in("root").post(
        reverse("admin:cogi_corpus_scope_add"),
        {"name": "tool/2.0/de", "site_address": "https://tool.example/"},
    )

    scope = Scope.objects.get(slug="tool/2.0/de")
    assert response.status_code == 302
    assert (scope.product.slug, scope.version_label, scope.locale) == ("tool", "2.0", "de")
    assert scope.base_url == "https://tool.example/"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("Tool 2", "“Tool 2” does not name a scope. Write product/version/locale in lower case"),
        ("guide/1.0/en", "There is a scope of this name already."),
        ("", "This field is required."),
    ],
)
def test_a_name_that_cannot_be_used_is_explained(name: str, error: str) -> None:
    response = signed_in("root").post(reverse("admin:cogi_corpus_scope_add"), {"name": name})

    assert response.status_code == 200
    assert error in response.content.decode()


def test_only_a_superuser_makes_scopes_and_nobody_deletes_one_here() -> None:
    scope = Scope.objects.get(slug="plans/1.0/en")

    assert signed_in("keeper").get(reverse("admin:cogi_corpus_scope_add")).status_code == 403
    assert (
        signed_in("root").get(reverse("admin:cogi_corpus_scope_delete", args=[scope.pk])).status_code == 403
    )


def test_only_who_sees_all_of_a_scope_grants_access_to_it() -> None:
    plans = Scope.objects.get(slug="plans/1.0/en")
    user = User.objects.get(username="outsider")
    wanted = {"scope": plans.pk, "user": user.pk, "clearance": 3}

    refused = signed_in("editor").post(reverse("admin:cogi_corpus_grant_add"), wanted)
    assert "Select a valid choice." in refused.content.decode()
    assert not Grant.objects.filter(user=user).exists()

    assert signed_in("keeper").post(reverse("admin:cogi_corpus_grant_add"), wanted).status_code == 302
    assert Grant.objects.get(user=user).scope == plans


def test_a_grant_names_one_holder() -> None:
    plans = Scope.objects.get(slug="plans/1.0/en")
    response = signed_in("root").post(
        reverse("admin:cogi_corpus_grant_add"), {"scope": plans.pk, "clearance": 1}
    )

    assert "Name either a user or a group, not both and not neither." in response.content.decode()


def test_synonyms_are_written_one_group_to_a_line_and_used_at_once(settings: Settings) -> None:
    settings.COGI_ENGINE_THREADS = 0  # other threads do not see a test's transaction
    here = get_or_create_scope("sea/1.0/en")
    publish(here, page("a", "kubernetes clusters"))
    address = reverse("admin:cogi_corpus_scope_change", args=[here.pk])
    client = signed_in("root")

    refused = client.post(address, {"base_url": "", "is_open": "on", "synonyms": "k8s"})
    assert "has 1 words; write 2 to 20" in refused.content.decode()

    client.post(address, {"base_url": "", "is_open": "on", "synonyms": "k8s, kubernetes"})
    here.refresh_from_db()
    assert here.synonyms == (("k8s", "kubernetes"),)
    assert "k8s, kubernetes</textarea>" in client.get(address).content.decode()

    found = search("k8s", perimeter=perimeter_for(AnonymousUser()), scopes=[here.slug])
    assert [hit.uid for hit in found.hits] == ["a"]
