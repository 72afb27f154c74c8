"""Runs are kept, so that later ones can be compared with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.models import EvaluationRun
from cogi.evaluation.relevance.evaluating import Measured


class NameTaken(EvaluationError):
    """A run of that name was kept before."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a run “{name}” already. Choose another --name.")


class NumericName(EvaluationError):
    """A name of digits would look like a run's number."""

    def __init__(self, name: str) -> None:
        super().__init__(f"“{name}” looks like the number of a run. Choose a --name with a letter in it.")


def new_name(prefix: str = "run") -> str:
    """Return a name for a run that begins now."""
    return f"{prefix}-{timezone.now():%Y%m%d-%H%M%S-%f}"[:-3]


def check_name(name: str) -> None:
    """Raise ``NumericName`` or ``NameTaken`` when no run may be kept as ``name``."""
    if name.isdecimal():
        raise NumericName(name)
    if EvaluationRun.objects.filter(name=name).exists():
        raise NameTaken(name)


@transaction.atomic
def keep_run(measured: Measured, *, name: str, configuration: Mapping[str, Any]) -> EvaluationRun:
    """Store what was measured."""
    subject, engines = measured.subject, measured.engines
    return EvaluationRun.objects.create(
        name=name,
        collection=subject.name,
        golden_set_id=subject.golden_set_id,
        scope=subject.scope,
        scope_slug=subject.scope.slug,
        clearance=subject.clearance,
        release_number=measured.release_number,
        configuration=dict(configuration),
        means=measured.means,
        questions=dict(subject.judged.queries),
        scores={engine: scores.scores for engine, scores in engines.items()},
        rankings={engine: scores.rankings for engine, scores in engines.items()},
        degraded={engine: scores.degraded for engine, scores in engines.items() if scores.degraded},
        seconds=measured.seconds,
    )
