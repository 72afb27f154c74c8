"""Wrong settings are found at start."""

from __future__ import annotations

from django.core.checks import Error
from pytest_django import Settings

from cogi.api.checks import check_api


def test_the_tests_settings_are_right() -> None:
    assert check_api() == []


def test_a_setting_of_the_wrong_type_is_an_error(settings: Settings) -> None:
    settings.COGI_API_MAX_STREAMS = "many"
    assert check_api() == [
        Error(
            "COGI_API_MAX_STREAMS must be int, not str.",
            hint="Answers that one process streams at the same time; each takes a thread and a connection.",
            id="cogi_api.E001",
        )
    ]


def test_without_ninja_the_openapi_page_would_load_from_elsewhere(settings: Settings) -> None:
    settings.INSTALLED_APPS = [app for app in settings.INSTALLED_APPS if app != "ninja"]
    assert check_api() == [
        Error(
            "'ninja' is not in INSTALLED_APPS.",
            hint="Add it: its static files are the OpenAPI page, which would load them from elsewhere.",
            id="cogi_api.E002",
        )
    ]
