"""App configuration of evaluation."""

from __future__ import annotations

from django.apps import AppConfig


class EvaluationConfig(AppConfig):
    name = "cogi.evaluation"
    label = "cogi_evaluation"
    verbose_name = "Evaluation"
    default_auto_field = "django.db.models.BigAutoField"
