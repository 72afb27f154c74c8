"""App configuration of the API."""

from __future__ import annotations

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "cogi.api"
    label = "cogi_api"
    verbose_name = "API"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from cogi.api import checks  # noqa: F401, PLC0415 - registers them, once the apps are loaded
