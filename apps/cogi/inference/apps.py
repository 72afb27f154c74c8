"""App configuration of inference."""

from __future__ import annotations

from django.apps import AppConfig


class InferenceConfig(AppConfig):
    name = "cogi.inference"
    label = "cogi_inference"
    verbose_name = "Inference"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from cogi.inference import checks  # noqa: F401, PLC0415 - registers; models are ready only now
