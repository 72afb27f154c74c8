"""App configuration of answers."""

from __future__ import annotations

from django.apps import AppConfig


class AnswersConfig(AppConfig):
    name = "cogi.answers"
    label = "cogi_answers"
    verbose_name = "Answers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from cogi.answers import checks  # noqa: F401, PLC0415 - registers; settings are ready only now
