"""``manage.py cogi_evaluate``: measures how well the engines find, on judged collections."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.test.utils import override_settings

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.relevance.baseline import Baseline, read_baseline
from cogi.evaluation.relevance.beir import find_collections, read_collection
from cogi.evaluation.relevance.drafting import FORMATS
from cogi.evaluation.relevance.evaluating import Evaluation, Scores, evaluate
from cogi.evaluation.relevance.loading import Loading
from cogi.evaluation.relevance.measures import MEASURES
from cogi.ingest.chunking import PassageSize


def weights(text: str) -> dict[str, float]:
    """Parse ``title=2,body=1``."""
    try:
        return {field: float(weight) for field, weight in (pair.split("=") for pair in text.split(","))}
    except ValueError as exc:
        raise ArgumentTypeError("write weights as title=2,headings=2,code=1,body=1") from exc


class Command(BaseCommand):
    help = "Measure relevance on judged collections in BEIR layout: nDCG@10, MRR@10, recall@100, success@5."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folders",
            nargs="+",
            type=Path,
            metavar="FOLDER",
            help="a collection (corpus.jsonl, queries.jsonl, qrels.tsv), or a folder of collections",
        )
        parser.add_argument(
            "--engines", default="lexical", help="of lexical,dense,rrf,full (default: lexical)"
        )
        parser.add_argument(
            "--baseline", type=Path, metavar="FILE", help="compare with what --json printed before"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--fresh", action="store_true", help="load the collections anew")
        parser.add_argument("--language", default="english", help="text search language (default: english)")
        parser.add_argument("--format", choices=FORMATS, help="of the documents (default: guessed)")
        own = PassageSize.configured()
        parser.add_argument("--passage-words", type=int, default=own.target, help=f"default: {own.target}")
        parser.add_argument(
            "--passage-max-words", type=int, default=own.maximum, help=f"default: {own.maximum}"
        )
        parser.add_argument(
            "--field-weights", type=weights, metavar="WEIGHTS", help="title=2,headings=2,code=1,body=1"
        )
        parser.add_argument("--k1", type=float, help="BM25 term frequency saturation")
        parser.add_argument("--b", type=float, help="BM25 length normalisation")

    def handle(self, *, folders: list[Path], baseline: Path | None, **options: Any) -> None:
        loading = Loading(
            PassageSize(options["passage_words"], options["passage_max_words"]),
            options["format"],
            options["language"],
            options["fresh"],
        )
        try:
            before = read_baseline(baseline) if baseline else None
            found = [read_collection(folder) for each in folders for folder in find_collections(each)]
            with override_settings(**_settings(options)):
                evaluation = evaluate(
                    found, engines=options["engines"].split(","), loading=loading, say=self.stderr.write
                )
        except EvaluationError as exc:
            raise CommandError(str(exc)) from exc
        if options["json"]:
            self.stdout.write(json.dumps(evaluation.as_json(), indent=2))
        else:
            self.stdout.write("\n".join(_as_text(evaluation, before)))


def _settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the options replace for this run."""
    given = {
        "COGI_FIELD_WEIGHTS": options["field_weights"],
        "COGI_BM25_K1": options["k1"],
        "COGI_BM25_B": options["b"],
    }
    return {name: value for name, value in given.items() if value is not None}


def _as_text(evaluation: Evaluation, before: Baseline | None) -> Iterator[str]:
    yield f"{'':32}" + "".join(f"{name:>20}" for name in MEASURES)
    for name, scores in evaluation.by_collection.items():
        yield from _rows(name, scores, before)
    if len(evaluation.by_collection) > 1:
        yield from _rows("mean", evaluation.means(), None)


def _rows(name: str, scores: Scores, before: Baseline | None) -> Iterator[str]:
    for engine, row in scores.items():
        earlier = before.scores(name, engine) if before else {}
        cells = (
            f"{value:.4f} ({value - earlier[metric]:+.4f})" if metric in earlier else f"{value:.4f}"
            for metric, value in row.items()
        )
        yield f"{name + ' ' + engine:32}" + "".join(f"{cell:>20}" for cell in cells)
