"""An earlier evaluation, as ``cogi_evaluate --json`` printed it, to compare with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogi.evaluation.json_lines import InvalidFile, unreadable


@dataclass(frozen=True, slots=True)
class Baseline:
    collections: Mapping[str, Any]

    def scores(self, collection: str, engine: str) -> Mapping[str, float]:
        """Return what was measured then by metric; nothing when it was not."""
        scores: Mapping[str, float] = self.collections.get(collection, {}).get("engines", {}).get(engine, {})
        return scores


def read_baseline(path: Path) -> Baseline:
    """Return the run in ``path``.

    Raises:
        InvalidFile: when the file is missing or no such run.
    """
    try:
        run = json.loads(path.read_text(encoding="utf-8"))
    except OSError as exc:
        raise unreadable(path, exc) from exc
    except ValueError as exc:
        raise InvalidFile(f"{path} is not JSON: {exc}") from exc
    if not isinstance(run, dict) or not isinstance(run.get("collections"), dict):
        raise InvalidFile(f"{path} is not a run. Make one: manage.py cogi_evaluate FOLDER --json > run.json")
    return Baseline(run["collections"])
