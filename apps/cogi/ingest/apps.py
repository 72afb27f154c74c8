"""App configuration of ingest."""

from __future__ import annotations

from django.apps import AppConfig


class IngestConfig(AppConfig):
    name = "cogi.ingest"
    label = "cogi_ingest"
    verbose_name = "Ingest"
    default_auto_field = "django.db.models.BigAutoField"
