"""App configuration of retrieval."""

from __future__ import annotations

from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    name = "cogi.retrieval"
    label = "cogi_retrieval"
    verbose_name = "Retrieval"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from cogi.retrieval import checks  # noqa: F401, PLC0415 - registers; settings are ready only now
