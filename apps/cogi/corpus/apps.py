"""App configuration of the corpus."""

from __future__ import annotations

from django.apps import AppConfig


class CorpusConfig(AppConfig):
    name = "cogi.corpus"
    label = "cogi_corpus"
    verbose_name = "Corpus"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from cogi.corpus import checks  # noqa: F401, PLC0415 - registers them, once the models are loaded
