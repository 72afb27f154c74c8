"""Celery tasks of evaluation."""

from __future__ import annotations

import logging

from celery import shared_task

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.models import GoldenSet
from cogi.evaluation.relevance.configuration import configuration
from cogi.evaluation.relevance.evaluating import evaluate
from cogi.evaluation.relevance.keeping import keep_run, new_name
from cogi.evaluation.relevance.ranking import ENGINES, FULL
from cogi.evaluation.relevance.subjects import golden_subject
from cogi.inference.embedders import default_embedder

logger = logging.getLogger(__name__)


@shared_task(name="cogi.evaluation.tasks.evaluate_golden_set", ignore_result=True)
def evaluate_golden_set(golden_set_id: int) -> None:
    """Measure a golden set in its scope as it is now, with every engine that there is, and keep the run."""
    golden_set = GoldenSet.objects.filter(pk=golden_set_id).select_related("scope").first()
    if golden_set is None:
        return
    engines = ["lexical", FULL] if default_embedder() is None else list(ENGINES)
    try:
        measured = evaluate(golden_subject(golden_set, golden_set.scope), engines=engines, say=logger.info)
    except EvaluationError as error:
        logger.warning("evaluation.run.failed golden_set=%s error=%s", golden_set.pk, type(error).__name__)
        return
    keep_run(measured, name=new_name(), configuration=configuration())
