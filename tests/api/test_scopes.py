"""GET scopes lists what the caller may enter."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.api.conftest import Corpus

pytestmark = pytest.mark.django_db


def test_scopes_are_listed_with_what_a_chooser_shows(corpus: Corpus) -> None:
    assert Client().get("/api/v1/scopes").json() == {
        "scopes": [
            {
                "slug": "guide/1.0/en",
                "title": "Guide 1.0",
                "product": "guide",
                "version_label": "1.0",
                "locale": "en",
                "is_default": True,
                "version": corpus.guide.version,
            }
        ]
    }


def test_a_closed_scope_is_listed_for_those_who_may_enter_it(corpus: Corpus) -> None:
    insider = Client()
    insider.force_login(corpus.insider)
    slugs = [scope["slug"] for scope in insider.get("/api/v1/scopes").json()["scopes"]]
    assert slugs == ["guide/1.0/en", "secrets/1.0/en"]
