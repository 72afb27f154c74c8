"""``manage.py cogi_evaluate``: measures how well the engines find, on judged collections and golden sets."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.test.utils import override_settings

from cogi.corpus.models import Scope
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.relevance.baseline import find_baseline
from cogi.evaluation.relevance.configuration import configuration
from cogi.evaluation.relevance.drafting import FORMATS
from cogi.evaluation.relevance.evaluating import evaluate, require_engines
from cogi.evaluation.relevance.keeping import check_name, keep_run, new_name
from cogi.evaluation.relevance.loading import Loading
from cogi.evaluation.relevance.reporting import Report
from cogi.evaluation.relevance.subjects import find_subjects
from cogi.ingest.chunking import PassageSize


def weights(text: str) -> dict[str, float]:
    """Parse ``title=2,body=1``."""
    try:
        return {field: float(weight) for field, weight in (pair.split("=") for pair in text.split(","))}
    except ValueError as exc:
        raise ArgumentTypeError("write weights as title=2,headings=2,code=1,body=1") from exc


class Command(BaseCommand):
    help = (
        "Measure relevance on judged collections in BEIR layout and on golden sets: nDCG@10, MRR@10, "
        "recall@100, success@5. Every run is kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "subjects",
            nargs="+",
            metavar="FOLDER|SET",
            help="a collection (corpus.jsonl, queries.jsonl, qrels.tsv), a folder of collections, or the "
            "name of a golden set",
        )
        parser.add_argument(
            "--engines", default="lexical", help="of lexical,dense,rrf,full (default: lexical)"
        )
        parser.add_argument(
            "--baseline",
            metavar="RUN",
            help="compare with a kept run (its name or number), or what --json printed",
        )
        parser.add_argument("--name", help="of this run (default: made from the time)")
        parser.add_argument("--scope", help="ask this scope instead of the golden sets' own")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--fresh", action="store_true", help="load the collections anew")
        parser.add_argument("--language", help="text search language of the collections (default: guessed)")
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

    def handle(self, **options: Any) -> None:
        try:
            with override_settings(**_settings(options)):
                report = self._evaluate(options)
            # Comparing can fail as well, where a library is missing.
            text = json.dumps(report.as_json(), indent=2) if options["json"] else "\n".join(report.as_text())
        except EvaluationError as exc:
            raise CommandError(str(exc)) from exc
        self.stdout.write(text)

    def _evaluate(self, options: Mapping[str, Any]) -> Report:
        engines = options["engines"].split(",")
        name = options["name"] or new_name()
        check_name(name)
        require_engines(engines)
        baseline = find_baseline(options["baseline"]) if options["baseline"] else None
        subjects = find_subjects(
            options["subjects"],
            loading=_loading(options),
            vectors=set(engines) != {"lexical"},
            scope=_scope(options["scope"]),
            say=self.stderr.write,
        )
        used = configuration()
        measured = []
        for subject in subjects:
            measured.append(evaluate(subject, engines=engines, say=self.stderr.write))
            keep_run(measured[-1], name=name, configuration=used)
        self.stderr.write(f"Kept as {name}.")
        return Report(measured, used, baseline)


def _loading(options: Mapping[str, Any]) -> Loading:
    return Loading(
        PassageSize(options["passage_words"], options["passage_max_words"]),
        options["format"],
        options["language"],
        options["fresh"],
    )


def _scope(slug: str | None) -> Scope | None:
    if slug is None:
        return None
    scope = Scope.objects.filter(slug=slug).first()
    if scope is None:
        raise CommandError(f"There is no scope {slug}. `manage.py cogi_status` lists the scopes.")
    return scope


def _settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the options replace for this run."""
    given = {
        "COGI_FIELD_WEIGHTS": options["field_weights"],
        "COGI_BM25_K1": options["k1"],
        "COGI_BM25_B": options["b"],
    }
    return {name: value for name, value in given.items() if value is not None}
