"""App configuration of api."""

from __future__ import annotations

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "cogi.api"
    label = "cogi_api"
    verbose_name = "Api"
    default_auto_field = "django.db.models.BigAutoField"
