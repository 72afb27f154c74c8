"""The metrics of a ranking, by ir_measures; a judged query without a ranking counts as zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from cogi.evaluation.errors import EvaluationError

MEASURES = {"ndcg@10": "nDCG@10", "mrr@10": "RR@10", "recall@100": "R@100", "success@5": "Success@5"}
DEPTH = 100

Qrels = Mapping[str, Mapping[str, int]]
"""Grades by document id, by query id; what is not judged is not relevant."""
Rankings = Mapping[str, Sequence[str]]
"""Document ids, best first, by query id."""
QueryScores = Mapping[str, Mapping[str, float]]
"""Values by metric, by query id."""


class MetricsNotInstalled(EvaluationError):
    """A library of the extra ``evaluation`` is missing."""

    def __init__(self, package: str) -> None:
        super().__init__(f"The metrics need the package {package}. Install it: pip install {package}")


def measure(rankings: Rankings, qrels: Qrels) -> dict[str, dict[str, float]]:
    """Return the values of ``MEASURES`` for every judged query.

    Raises:
        MetricsNotInstalled: when ir_measures is missing.
    """
    try:
        # An extra: whoever only serves the apps does without it.
        import ir_measures  # noqa: PLC0415
    except ModuleNotFoundError as exc:
        raise MetricsNotInstalled("ir-measures") from exc
    parsed = {ir_measures.parse_measure(measure): name for name, measure in MEASURES.items()}
    run = {
        query: {document: float(-rank) for rank, document in enumerate(ranked)}
        for query, ranked in rankings.items()
    }
    scores: dict[str, dict[str, float]] = {query: dict.fromkeys(MEASURES, 0.0) for query in qrels}
    for metric in ir_measures.iter_calc(parsed, qrels, run):
        scores[metric.query_id][parsed[metric.measure]] = float(metric.value)
    return scores


def means(scores: QueryScores) -> dict[str, float]:
    """Return the mean over the queries of each metric."""
    return {name: fmean(row[name] for row in scores.values()) for name in MEASURES}
