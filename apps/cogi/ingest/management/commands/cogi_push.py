"""``manage.py cogi_push``: publishes one page of a scope at once, or takes one out."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.corpus.errors import CorpusError
from cogi.corpus.models import Scope
from cogi.ingest.exceptions import IngestError
from cogi.ingest.formats import AUTO
from cogi.ingest.lone_files import LoneFile
from cogi.ingest.pushing import Pushed, push_page, remove_page


class Command(BaseCommand):
    help = (
        "Publish one page of a scope now. The next ingest of the scope's source brings back what the "
        "source says."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scope", help="product/version/locale; it must exist")
        parser.add_argument("path", help="the page's path in the source, with suffix, e.g. topics/auth.md")
        parser.add_argument("file", nargs="?", help="the file to publish; - is standard input")
        parser.add_argument("--format", default=AUTO, help="auto (default) or a name of COGI_PARSERS")
        parser.add_argument("--remove", action="store_true", help="take the page out; no FILE then")
        parser.add_argument(
            "--accept-regression", action="store_true", help="publish even below the floor of relevance"
        )

    def handle(self, **options: Any) -> None:
        scope = Scope.objects.filter(slug=options["scope"]).first()
        if scope is None:
            raise CommandError(
                f"There is no scope {options['scope']}. `manage.py cogi_status` lists the scopes."
            )
        start = time.perf_counter()
        try:
            pushed = _push(scope, options)
        except (IngestError, CorpusError) as exc:
            raise CommandError(str(exc)) from exc
        milliseconds = (time.perf_counter() - start) * 1000
        self.stdout.write(_describe(scope, pushed, milliseconds))


def _push(scope: Scope, options: dict[str, Any]) -> Pushed:
    if options["remove"] == (options["file"] is not None):
        raise CommandError("Give either the FILE to publish or --remove.")
    accepted = {"accept_regression": options["accept_regression"]}
    if options["remove"]:
        return remove_page(scope=scope, path=options["path"], **accepted)
    data = _read(options["file"])
    return push_page(scope=scope, file=LoneFile(options["path"], data, options["format"]), **accepted)


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as exc:
        raise CommandError(f"{file} cannot be read ({exc.strerror}).") from exc


def _describe(scope: Scope, pushed: Pushed, milliseconds: float) -> str:
    done = pushed.publication
    outcome = (
        f"release {done.release.number}" if done.release else f"unchanged, release {scope.release_number}"
    )
    lines = [
        f"{scope}: {pushed.uid}: {outcome} in {milliseconds:.0f} ms",
        f"  {pushed.passages} passages: {done.passages_added} added, {done.passages_removed} removed",
    ]
    if pushed.unresolved_links:
        lines.append(f"  {pushed.unresolved_links} references lead to no place in the scope")
    return "\n".join(lines)
