"""Tests of the portal's system checks."""

from __future__ import annotations

from pytest_django import Settings

from cogi.portal.checks import check_reader_address


def test_the_defaults_pass() -> None:
    assert check_reader_address() == []


def test_links_that_lead_past_the_reader_are_reported(settings: Settings) -> None:
    settings.COGI_READER_PATH = "/read/"

    (warning,) = check_reader_address()

    assert warning.id == "cogi_portal.W001"
    assert warning.msg == "The portal's reader is at /docs/, but search results lead to /read/."
    assert warning.hint == "Set COGI_READER_PATH to '/docs/'."


def test_a_project_without_the_portal_is_not_bothered(settings: Settings) -> None:
    settings.ROOT_URLCONF = "cogi.api.urls"

    assert check_reader_address() == []
