"""The metrics of a ranking, by ir_measures; a judged query without a ranking counts as zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.relevance.beir import Qrels

MEASURES = {"ndcg@10": "nDCG@10", "mrr@10": "RR@10", "recall@100": "R@100", "success@5": "Success@5"}
DEPTH = 100

Rankings = Mapping[str, Sequence[str]]
"""Document ids, best first, by query id."""


class MetricsNotInstalled(EvaluationError):
    """The library of the metrics is missing."""

    def __init__(self) -> None:
        super().__init__("The metrics need the package ir-measures. Install it: pip install ir-measures")


def measure(rankings: Rankings, qrels: Qrels) -> dict[str, float]:
    """Return the mean over all judged queries of each of ``MEASURES``.

    Raises:
        MetricsNotInstalled: when ir_measures is missing.
    """
    try:
        # An extra: whoever only serves the apps does without it.
        import ir_measures  # noqa: PLC0415
    except ModuleNotFoundError as exc:
        raise MetricsNotInstalled from exc
    parsed = {name: ir_measures.parse_measure(measure) for name, measure in MEASURES.items()}
    run = {
        query: {document: float(-rank) for rank, document in enumerate(ranked)}
        for query, ranked in rankings.items()
    }
    means = ir_measures.calc_aggregate(parsed.values(), qrels, run)
    return {name: float(means[measure]) for name, measure in parsed.items()}
