"""What the pages about runs show: two runs side by side, and a collection's course over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from cogi.corpus.classification import MASK
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.models import EvaluationRun, ReleaseFloor
from cogi.evaluation.relevance.comparing import Comparison, Moved, compare
from cogi.evaluation.relevance.measures import MEASURES
from cogi.evaluation.relevance.ranking import ENGINES, FULL
from cogi.portal.admin.evaluation.charts import Point, line_chart
from cogi.retrieval.page_names import visible_uids

NDCG = next(iter(MEASURES))


@dataclass(frozen=True, slots=True)
class Row:
    """One question with its values in two runs, and the best pages of each; a page out of sight is masked."""

    moved: Moved
    question: str
    before: Sequence[str]
    after: Sequence[str]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two runs by one engine. ``differing`` are the configuration's names with both values."""

    before: EvaluationRun
    after: EvaluationRun
    engine: str
    engines: Sequence[str]
    comparison: Comparison
    rows: Sequence[Row]
    differing: Sequence[tuple[str, str, str]]


def ordered_engines(run: EvaluationRun) -> list[str]:
    """Return the engines of a run as the command names them: JSON in a database keeps no order."""
    return [engine for engine in ENGINES if engine in run.means]


def side_by_side(
    before: EvaluationRun, after: EvaluationRun, *, engine: str, every: bool, perimeter: Perimeter
) -> SideBySide:
    """Compare two runs by ``engine``, or by the best that both have; ``every`` question, or what moved."""
    engines = [name for name in ordered_engines(before) if name in after.means]
    chosen = engine if engine in engines else FULL if FULL in engines else next(iter(engines), "")
    comparison = compare(before.scores.get(chosen, {}), after.scores.get(chosen, {}))
    moved = [each for each in comparison.moved if every or each.difference]
    best = (before.rankings.get(chosen, {}), after.rankings.get(chosen, {}))
    shown = [_shown(run, rankings, perimeter) for run, rankings in zip((before, after), best, strict=True)]
    rows = [
        Row(
            each,
            after.questions.get(each.query, each.query),
            *(
                [uid if uid in known else MASK for uid in rankings.get(each.query, ())]
                for rankings, known in zip(best, shown, strict=True)
            ),
        )
        for each in moved
    ]
    differing = list(_differing(before.configuration, after.configuration))
    return SideBySide(before, after, chosen, engines, comparison, rows, differing)


def over_time(
    runs: Sequence[EvaluationRun], *, collection: str, metric: str
) -> tuple[SafeString, Sequence[str]]:
    """Return the chart of ``metric`` over ``runs``, the oldest first, and its engines in order."""
    engines = [name for name in ENGINES if any(name in run.means for run in runs)]
    lines = {
        engine: [_point(run, engine, metric) for run in runs if metric in run.means.get(engine, {})]
        for engine in engines
    }
    floor = _floor(runs, metric)
    return line_chart(lines, title=f"{metric} of {collection} over time", floor=floor), engines


def _point(run: EvaluationRun, engine: str, metric: str) -> Point:
    value = run.means[engine][metric]
    return Point(
        run.created_at,
        value,
        f"{engine} {value:.4f} · {run.name} · release {run.release_number}",
        reverse("admin:cogi_evaluation_evaluationrun_change", args=[run.pk]),
    )


def _floor(runs: Sequence[EvaluationRun], metric: str) -> float | None:
    """Return the floor of the newest run's scope, where it is one of this metric and set."""
    newest = runs[-1] if runs else None
    if newest is None or newest.golden_set_id is None:
        return None
    floor = ReleaseFloor.objects.filter(
        scope=newest.scope_id, golden_set=newest.golden_set_id, metric=metric
    ).first()
    return floor.minimum if floor else None


def _shown(run: EvaluationRun, rankings: Mapping[str, Sequence[str]], perimeter: Perimeter) -> frozenset[str]:
    if run.scope_id is None:
        return frozenset()
    uids = {uid for ranked in rankings.values() for uid in ranked}
    return visible_uids(run.scope_id, uids, perimeter=perimeter)


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            yield name, in_words(before.get(name)), in_words(after.get(name))


def in_words(value: Any) -> str:
    """Return a value of a configuration as people write it."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {in_words(each)}" for name, each in sorted(value.items())) or "–"
    if isinstance(value, list):
        return ", ".join(in_words(each) for each in value) or "–"
    return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
