from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client

pytestmark = pytest.mark.django_db


def test_an_unknown_address_leads_back_to_the_search(client: Client) -> None:
    answer = client.get("/nowhere/at/all")
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.content.decode()
    assert '<a href="/">Search the documentation</a>' in answer.content.decode()


def test_an_error_page_needs_nothing_that_may_be_broken() -> None:
    assert "Something went wrong on this site" in render_to_string("500.html")


def test_the_error_pages_have_their_style(client: Client) -> None:
    assert client.get("/static/site/error.css").status_code == 200
