"""App configuration of evaluation; lets floors guard publishing."""

from __future__ import annotations

from django.apps import AppConfig

from cogi.corpus.signals import release_proposed


class EvaluationConfig(AppConfig):
    name = "cogi.evaluation"
    label = "cogi_evaluation"
    verbose_name = "Evaluation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # The receiver needs models, which are ready only now.
        from cogi.evaluation.guarding import guard_floor  # noqa: PLC0415

        release_proposed.connect(guard_floor, dispatch_uid="cogi.evaluation.guard_floor")
