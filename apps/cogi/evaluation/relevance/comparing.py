"""Compares two measurements query by query: by how much, whether that is chance, and what moved most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from cogi.evaluation.relevance.measures import MEASURES, QueryScores
from cogi.evaluation.relevance.significance import paired_p_value

MOST_MOVED = 10


@dataclass(frozen=True, slots=True)
class Change:
    """The means over the queries that both measured, and how many of these became better and worse."""

    before: float
    after: float
    p: float
    better: int
    worse: int

    @property
    def difference(self) -> float:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Moved:
    """A query with its values in one metric."""

    query: str
    before: float
    after: float

    @property
    def difference(self) -> float:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Comparison:
    """The change of each metric, and the queries that both measured, the most moved first."""

    queries: int
    changes: Mapping[str, Change]
    moved: Sequence[Moved]

    def as_json(self) -> dict[str, Any]:
        changes = {
            name: {**asdict(change), "difference": change.difference} for name, change in self.changes.items()
        }
        most = [asdict(moved) for moved in self.moved[:MOST_MOVED] if moved.difference]
        return {"queries": self.queries, "metrics": changes, "moved": most}


def compare(before: QueryScores, after: QueryScores, *, moved_by: str = "ndcg@10") -> Comparison:
    """Compare ``after`` with ``before`` on the queries that both have; ``moved_by`` names the metric.

    Raises:
        MetricsNotInstalled: when scipy is missing.
    """
    common = [query for query in after if query in before]
    changes = {
        name: _change([before[q][name] for q in common], [after[q][name] for q in common])
        for name in MEASURES
        if common and all(name in before[q] and name in after[q] for q in common)
    }
    moved = [Moved(q, before[q][moved_by], after[q][moved_by]) for q in common] if moved_by in changes else []
    return Comparison(len(common), changes, sorted(moved, key=lambda each: -abs(each.difference)))


def _change(before: Sequence[float], after: Sequence[float]) -> Change:
    # Rounded, so that a rest of floating point arithmetic is no difference.
    differences = [round(b - a, 12) for a, b in zip(before, after, strict=True)]
    return Change(
        fmean(before),
        fmean(after),
        paired_p_value(differences),
        better=sum(value > 0 for value in differences),
        worse=sum(value < 0 for value in differences),
    )
