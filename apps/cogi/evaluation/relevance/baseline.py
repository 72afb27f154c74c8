"""An earlier evaluation to compare with: kept runs, or what ``cogi_evaluate --json`` printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.json_lines import InvalidFile, unreadable
from cogi.evaluation.models import EvaluationRun
from cogi.evaluation.relevance.measures import QueryScores

LISTED = 5


class UnknownRun(EvaluationError):
    """No run has that name or number, and no file either."""

    def __init__(self, name: str) -> None:
        latest = EvaluationRun.objects.order_by("-pk").values_list("name", flat=True)[:LISTED]
        known = f" The latest are {', '.join(dict.fromkeys(latest))}." if latest else " None is kept yet."
        super().__init__(f"“{name}” is neither a run that is kept nor a file of one.{known}")


@dataclass(frozen=True, slots=True)
class Baseline:
    """Scores by collection and engine. A file of an older version holds means, and no queries."""

    name: str
    scores: Mapping[str, Mapping[str, QueryScores]]
    means: Mapping[str, Mapping[str, Mapping[str, float]]]

    def queries(self, collection: str, engine: str) -> QueryScores:
        return self.scores.get(collection, {}).get(engine, {})

    def mean(self, collection: str, engine: str) -> Mapping[str, float]:
        """Return what was measured then by metric; nothing when it was not."""
        return self.means.get(collection, {}).get(engine, {})


def find_baseline(name: str) -> Baseline:
    """Return the run that ``name`` means: a file, the number of a run, or the name of one or several.

    Raises:
        InvalidFile: when the file is no run.
        UnknownRun: when there is none.
    """
    if Path(name).is_file():
        return _read(Path(name))
    runs = (
        EvaluationRun.objects.filter(pk=name) if name.isdecimal() else EvaluationRun.objects.filter(name=name)
    )
    if not runs:
        raise UnknownRun(name)
    return Baseline(
        name, {run.collection: run.scores for run in runs}, {run.collection: run.means for run in runs}
    )


def _read(path: Path) -> Baseline:
    try:
        run = json.loads(path.read_text(encoding="utf-8"))
        collections = run["collections"]
        return Baseline(
            path.name,
            {name: collection.get("queries", {}) for name, collection in collections.items()},
            {name: collection["engines"] for name, collection in collections.items()},
        )
    except OSError as exc:
        raise unreadable(path, exc) from exc
    except ValueError as exc:
        raise InvalidFile(f"{path} is not JSON: {exc}") from exc
    except (AttributeError, KeyError, TypeError) as exc:
        raise InvalidFile(
            f"{path} is not a run. Make one: manage.py cogi_evaluate FOLDER --json > run.json"
        ) from exc
