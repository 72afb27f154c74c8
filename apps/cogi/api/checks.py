"""System checks of the API."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error, register

from cogi.api.conf import ApiSettings
from cogi.conf import check_settings


@register
def check_api(**_: Any) -> list[CheckMessage]:
    return [*check_settings(ApiSettings, check_id="cogi_api.E001"), *_check_ninja()]


def _check_ninja() -> list[CheckMessage]:
    if apps.is_installed("ninja"):
        return []
    return [
        Error(
            "'ninja' is not in INSTALLED_APPS.",
            hint="Add it: its static files are the OpenAPI page, which would load them from elsewhere.",
            id="cogi_api.E002",
        )
    ]
