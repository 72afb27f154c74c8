"""``manage.py cogi_tune``: learns a ranking profile on judged collections, and tests it on each left out."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.relevance.evaluating import require_engines
from cogi.evaluation.relevance.loading import Loading
from cogi.evaluation.relevance.subjects import find_subjects
from cogi.evaluation.tuning.fitting import Collections, Shares, fit, fit_without, mean_ndcg
from cogi.evaluation.tuning.samples import Sample, gather_samples
from cogi.ingest.chunking import PassageSize

COLUMNS = ("lexical", "dense", "rrf", "profile", "left_out")


class Command(BaseCommand):
    help = "Learn how much the dense engine counts for each form of question (COGI_RANKING_PROFILE)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "subjects", nargs="+", metavar="SUBJECT", help="a collection's folder, or a golden set's name"
        )
        parser.add_argument("--output", type=Path, required=True, help="the profile, a .json file")

    def handle(self, *, subjects: list[str], output: Path, **_: Any) -> None:
        if output.suffix != ".json":
            raise CommandError("COGI_RANKING_PROFILE takes a file that ends in .json: name OUTPUT so.")
        try:
            collections = self._collect(subjects)
        except EvaluationError as exc:
            raise CommandError(str(exc)) from exc
        shares = fit(collections)
        figures = {
            name: _figures(samples, shares, fit_without(collections, name))
            for name, samples in collections.items()
        }
        profile = {
            "name": output.stem,
            "dense_shares": {form.value: share for form, share in shares.items()},
            "learnt_on": figures,
        }
        output.write_text(json.dumps(profile, indent=2) + "\n", encoding="utf-8")
        self.stdout.write(f"{'nDCG@10':24}" + "".join(f"{column:>10}" for column in COLUMNS))
        for name, row in figures.items():
            self.stdout.write(f"{name:24}" + "".join(f"{row[column]:10.4f}" for column in COLUMNS))

    def _collect(self, subjects: list[str]) -> Collections:
        require_engines(["dense"])
        found = find_subjects(
            subjects, loading=Loading(PassageSize.configured()), vectors=True, say=self.stderr.write
        )
        return {subject.name: list(gather_samples(subject)) for subject in found}


def _figures(samples: Sequence[Sample], shares: Shares, without: Shares) -> dict[str, float]:
    """Return nDCG@10 of the pages that plain fusion puts first, by who orders them."""
    values = {
        "lexical": fmean(sample.ndcg(0.0) for sample in samples),
        "dense": fmean(sample.ndcg(1.0) for sample in samples),
        "rrf": fmean(sample.ndcg_of_plain_fusion() for sample in samples),
        "profile": mean_ndcg(samples, shares),
        "left_out": mean_ndcg(samples, without),
    }
    return {"queries": len(samples)} | {name: round(value, 4) for name, value in values.items()}
