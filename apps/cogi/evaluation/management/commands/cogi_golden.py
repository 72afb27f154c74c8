"""``manage.py cogi_golden``: brings golden sets in from files, and out."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug
from django.db import transaction

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.golden.exporting import as_beir, as_table, corpus_lines
from cogi.evaluation.golden.importing import Imported, import_queries, read_table
from cogi.evaluation.golden.reading import judged_queries
from cogi.evaluation.json_lines import unreadable
from cogi.evaluation.models import GoldenSet
from cogi.evaluation.relevance.beir import Judged, read_judged_folder

LEVELS = {level.label: level for level in Classification}


class Command(BaseCommand):
    help = "Import a golden set from a table (query,page,grade) or a folder in BEIR layout, or export one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        importing = commands.add_parser("import", help="add judged questions; the set is made when new")
        importing.add_argument("name", help="of the golden set")
        importing.add_argument(
            "path", type=Path, help="a .csv file, or a folder with queries.jsonl and qrels.tsv"
        )
        importing.add_argument("--scope", help="where the judged pages are; needed for a new set")
        importing.add_argument("--clearance", choices=LEVELS, help="of the asking viewer, for a new set")
        importing.add_argument(
            "--skip-unknown", action="store_true", help="leave out pages that are not there"
        )
        exporting = commands.add_parser("export", help="write a golden set")
        exporting.add_argument("name", help="of the golden set")
        exporting.add_argument("path", type=Path, help="a .csv file, or a folder for BEIR layout")
        exporting.add_argument("--corpus", action="store_true", help="with corpus.jsonl: the scope's pages")

    def handle(self, **options: Any) -> None:
        try:
            message = _import(**options) if options["command"] == "import" else _export(**options)
        except EvaluationError as exc:
            raise CommandError(str(exc)) from exc
        self.stdout.write(message)


@transaction.atomic
def _import(
    *, name: str, path: Path, scope: str | None, clearance: str | None, skip_unknown: bool, **_: Any
) -> str:
    golden_set = _existing_or_new(name, scope, clearance)
    done = import_queries(golden_set, _read(path), skip_unknown=skip_unknown)
    return _described(golden_set, done)


def _described(golden_set: GoldenSet, done: Imported) -> str:
    skipped = f" {len(done.unknown):,} pages are not there and were left out." if done.unknown else ""
    return (
        f"{golden_set}: {done.queries:,} questions with {done.judgements:,} judged pages of "
        f"{golden_set.scope}.{skipped}"
    )


def _existing_or_new(name: str, slug: str | None, clearance: str | None) -> GoldenSet:
    existing = GoldenSet.objects.filter(name=name).select_related("scope").first()
    if existing is not None:
        if slug not in {None, existing.scope.slug}:
            raise CommandError(f"{name} judges pages of {existing.scope}, not of {slug}.")
        return existing
    scope = Scope.objects.filter(slug=slug).first()
    if scope is None:
        raise CommandError(
            f"There is no golden set {name}. To make it, give one of the scopes that `manage.py cogi_status` "
            "lists as --scope."
        )
    try:
        validate_slug(name)
    except ValidationError as exc:
        raise CommandError(f"“{name}” cannot name a golden set: use letters, digits, - and _.") from exc
    level = LEVELS[clearance] if clearance else Classification.PUBLIC
    return GoldenSet.objects.create(name=name, scope=scope, clearance=level)


def _read(path: Path) -> Judged:
    if path.is_dir():
        return read_judged_folder(path)
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            return read_table(lines)
    except (OSError, UnicodeDecodeError) as exc:
        raise unreadable(path, exc) from exc


def _export(*, name: str, path: Path, corpus: bool, **_: Any) -> str:
    golden_set = GoldenSet.objects.filter(name=name).select_related("scope").first()
    if golden_set is None:
        known = ", ".join(GoldenSet.objects.values_list("name", flat=True)) or "none"
        raise CommandError(f"There is no golden set {name}. Golden sets: {known}.")
    judged = judged_queries(golden_set)
    if path.suffix == ".csv":
        path.write_text(as_table(judged), encoding="utf-8")
        return f"{golden_set} is in {path}."
    path.mkdir(parents=True, exist_ok=True)
    for file, text in as_beir(judged).items():
        path.joinpath(file).write_text(text, encoding="utf-8")
    if corpus:
        with path.joinpath("corpus.jsonl").open("w", encoding="utf-8") as lines:
            lines.writelines(corpus_lines(golden_set))
    return f"{golden_set} is in {path}."
