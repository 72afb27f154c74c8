"""What an evaluation says of itself: as JSON for programs, as a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from cogi.evaluation.relevance.baseline import Baseline
from cogi.evaluation.relevance.comparing import MOST_MOVED, Comparison, compare
from cogi.evaluation.relevance.evaluating import Measured
from cogi.evaluation.relevance.measures import MEASURES
from cogi.evaluation.relevance.ranking import FULL

_COLUMN = 26
_SMALLEST_P = 0.001
"""Below it the digits of a test with 9,999 resamples mean little."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one command measured, compared with ``baseline``, and the whole with its parts."""

    measured: Sequence[Measured]
    configuration: Mapping[str, Any]
    baseline: Baseline | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the means over the collections, and each collection's own with its queries' scores."""
        return {
            "engines": self.means(),
            "collections": {each.subject.name: self._collection(each) for each in self.measured},
            "configuration": dict(self.configuration),
        }

    def means(self) -> dict[str, dict[str, float]]:
        rows = [each.means for each in self.measured]
        return {
            engine: {name: fmean(row[engine][name] for row in rows) for name in MEASURES}
            for engine in rows[0]
        }

    def as_text(self) -> Iterator[str]:
        yield f"{'':32}" + "".join(f"{name:>{_COLUMN}}" for name in MEASURES)
        for each in self.measured:
            yield from self._table(each)
        if len(self.measured) > 1:
            yield from (_row(f"mean {engine}", _values(row)) for engine, row in self.means().items())
        for each in self.measured:
            yield from self._most_moved(each)

    def _collection(self, each: Measured) -> dict[str, Any]:
        compared = {name: comparison.as_json() for name, comparison in self._with_baseline(each).items()}
        parts = {name: comparison.as_json()["metrics"] for name, comparison in with_parts(each).items()}
        return {
            "scope": each.subject.scope.slug,
            "release": each.release_number,
            "engines": each.means,
            **({f"{FULL} against": parts} if parts else {}),
            **({"baseline": compared} if self.baseline else {}),
            "queries": {name: engine.scores for name, engine in each.engines.items()},
        }

    def _with_baseline(self, each: Measured) -> dict[str, Comparison]:
        """Compare each engine that the baseline has scores of."""
        if self.baseline is None:
            return {}
        found = {
            name: compare(before, engine.scores)
            for name, engine in each.engines.items()
            if (before := self.baseline.queries(each.subject.name, name))
        }
        return {name: comparison for name, comparison in found.items() if comparison.changes}

    def _table(self, each: Measured) -> Iterator[str]:
        compared = self._with_baseline(each)
        for engine, row in each.means.items():
            earlier = self.baseline.mean(each.subject.name, engine) if self.baseline else {}
            cells = _values(row)
            if engine in compared:
                cells = _changes(compared[engine], row)
            elif earlier:
                cells = {name: f"{row[name]:.4f} ({row[name] - earlier[name]:+.4f})" for name in earlier}
            yield _row(f"{each.subject.name} {engine}", cells)
        for name, comparison in with_parts(each).items():
            yield _row(f"  {FULL} against {name}", _differences(comparison))

    def _most_moved(self, each: Measured) -> Iterator[str]:
        for engine, comparison in self._with_baseline(each).items():
            moved = [one for one in comparison.moved[:MOST_MOVED] if one.difference]
            if moved:
                yield f"\n{each.subject.name} {engine}: what moved most in {next(iter(MEASURES))}"
            for one in moved:
                text = each.subject.judged.queries[one.query]
                yield f"  {one.before:.3f} → {one.after:.3f}  {one.query}: {text}"


def with_parts(each: Measured) -> dict[str, Comparison]:
    """Compare the whole pipeline with every other engine that was measured."""
    if FULL not in each.engines:
        return {}
    whole = each.engines[FULL].scores
    return {name: compare(engine.scores, whole) for name, engine in each.engines.items() if name != FULL}


def _values(row: Mapping[str, float]) -> dict[str, str]:
    return {name: f"{value:.4f}" for name, value in row.items()}


def _changes(comparison: Comparison, row: Mapping[str, float]) -> dict[str, str]:
    """Show differences over the queries that both runs have, beside this run's own means."""
    return {
        name: f"{row[name]:.4f} ({change.difference:+.4f}, p {_p(change.p)})"
        for name, change in comparison.changes.items()
    }


def _differences(comparison: Comparison) -> dict[str, str]:
    return {
        name: f"{change.difference:+.4f} (p {_p(change.p)})" for name, change in comparison.changes.items()
    }


def _p(value: float) -> str:
    return "<.001" if value < _SMALLEST_P else f"{value:.3f}".lstrip("0")


def _row(name: str, cells: Mapping[str, str]) -> str:
    return f"{name:32}" + "".join(f"{cells.get(measure, ''):>{_COLUMN}}" for measure in MEASURES)
