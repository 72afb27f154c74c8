"""Reads a golden set as the judged questions that evaluation takes."""

from __future__ import annotations

from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.golden.pages import shown_uids
from cogi.evaluation.models import GoldenSet
from cogi.evaluation.relevance.beir import Judged


class NothingJudged(EvaluationError):
    """A golden set without a judged page measures nothing."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"No question of the golden set “{name}” has a judged page. Add the pages that answer it."
        )


def judged_queries(golden_set: GoldenSet, *, perimeter: Perimeter | None = None) -> Judged:
    """Return the questions of ``golden_set`` that have a judged page, one that ``perimeter`` shows if given.

    Raises:
        NothingJudged: when none has.
    """
    queries = list(golden_set.queries.prefetch_related("judgements"))
    shown = None if perimeter is None else shown_uids(golden_set, perimeter=perimeter)
    qrels = {
        query.key: {
            each.uid: each.grade for each in query.judgements.all() if shown is None or each.uid in shown
        }
        for query in queries
    }
    judged = {key: grades for key, grades in qrels.items() if grades}
    if not judged:
        raise NothingJudged(golden_set.name)
    texts = {query.key: query.text for query in queries if query.key in judged}
    return Judged(texts, judged, len(queries) - len(texts))
