"""``manage.py cogi_supervise``: makes a judged collection out of documentation or code, to tune on."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.evaluation.tuning.supervision import Supervision, from_code, from_documentation

DOCUMENTATION = (".md", ".mdx", ".rst", ".txt")


class Command(BaseCommand):
    help = "Make a collection in BEIR layout out of a folder of documentation, or of Python code."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="documentation, or Python packages")
        parser.add_argument("--code", action="store_true", help="ask for functions by their docstrings")
        parser.add_argument("--output", type=Path, required=True, help="the collection's folder")

    def handle(self, *, folder: Path, code: bool, output: Path, **_: Any) -> None:
        files = [file for file in folder.rglob("*") if file.is_file()]
        made = (
            from_code(file for file in files if file.suffix == ".py")
            if code
            else from_documentation(file for file in files if file.suffix in DOCUMENTATION)
        )
        if not made.questions:
            raise CommandError(f"{folder} holds nothing that could be asked for.")
        _write(made, output)
        self.stdout.write(f"{output}: {len(made.documents):,} documents, {len(made.questions):,} questions.")


def _write(made: Supervision, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    corpus = [{"_id": pk, "title": title, "text": text} for pk, title, text in made.documents]
    queries = [{"_id": pk, "text": text} for pk, text, _ in made.questions]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    judged = "".join(f"{pk}\t{document}\t1\n" for pk, _, document in made.questions)
    (folder / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{judged}", encoding="utf-8")
