"""Registers ingest with Django and its checks."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register


class IngestConfig(AppConfig):
    name = "cogi.ingest"
    label = "cogi_ingest"
    verbose_name = "Cogiportal ingest"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from cogi.ingest.checks import check_ingest  # noqa: PLC0415 - models are not loaded before

        register(check_ingest)
