"""A release that finds less well than its scope's floor is not published unasked.

The release is measured inside the publishing transaction, where it can be searched before anyone else can:
with its own segments, and with the vectors that its passages have at that moment.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from django.db import transaction

from cogi.corpus.errors import ReleaseRefused
from cogi.corpus.models import Release, Scope
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.models import ReleaseFloor
from cogi.evaluation.relevance.configuration import configuration
from cogi.evaluation.relevance.evaluating import Measured, evaluate
from cogi.evaluation.relevance.keeping import keep_run, new_name
from cogi.evaluation.relevance.ranking import FULL
from cogi.evaluation.relevance.subjects import golden_subject

logger = logging.getLogger(__name__)


class BelowFloor(ReleaseRefused):
    """A release falls below the floor of its scope."""

    def __init__(self, floor: ReleaseFloor, measured: Measured) -> None:
        engine = measured.engines[FULL]
        missing = f" (measured without {', '.join(engine.degraded)})" if engine.degraded else ""
        super().__init__(
            f"This release would reach {floor.metric} of {engine.means[floor.metric]:.3f} on the golden set "
            f"“{floor.golden_set}”{missing}, and {floor.scope} is to reach {floor.minimum:g}; nothing was "
            "published. If that is intended, confirm it (--accept-regression); otherwise check the source."
        )


class FloorNotMeasured(ReleaseRefused):
    """Whether a release falls below the floor of its scope cannot be told."""

    def __init__(self, floor: ReleaseFloor, reason: EvaluationError) -> None:
        super().__init__(
            f"The floor of {floor.scope} could not be measured, so nothing was published (publish unmeasured "
            f"with --accept-regression). {reason}"
        )


def guard_floor(*, scope: Scope, release: Release, accept_regression: bool, **_: Any) -> None:
    """Receive ``release_proposed``: measure the release where its scope has a floor, and keep the run.

    Raises:
        BelowFloor, FloorNotMeasured: unless ``accept_regression``.
    """
    floor = ReleaseFloor.objects.filter(scope=scope).select_related("golden_set", "scope").first()
    if floor is None:
        return
    try:
        measured = _measure(floor, scope)
    except EvaluationError as error:
        if not accept_regression:
            raise FloorNotMeasured(floor, error) from error
        logger.warning("evaluation.floor.not_measured scope=%s error=%s", scope.slug, type(error).__name__)
        return
    reached = measured.engines[FULL].means[floor.metric]
    logger.info(
        "evaluation.floor.measured scope=%s release=%d %s=%.4f floor=%g",
        *(scope.slug, release.number, floor.metric, reached, floor.minimum),
    )
    if reached < floor.minimum and not accept_regression:
        raise BelowFloor(floor, measured)
    keep_run(measured, name=new_name(f"release-{release.number}"), configuration=configuration())


def _measure(floor: ReleaseFloor, scope: Scope) -> Measured:
    with _own_caches(scope):
        return evaluate(golden_subject(floor.golden_set, scope), engines=[FULL], say=logger.info)


@contextmanager
def _own_caches(scope: Scope) -> Iterator[None]:
    """Let what is read here be cached under a key that is never used again.

    Should the release be refused, another one will have its number and version, and other segments.
    """
    with transaction.atomic():
        Scope.objects.filter(pk=scope.pk).update(key=uuid4())
        yield
        transaction.set_rollback(True)
