"""``manage.py cogi_ingest``: brings a scope up to date with a tree, an archive or an address."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.corpus.errors import CorpusError
from cogi.corpus.models import Scope
from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.connectors import connector_for
from cogi.ingest.console import Bars, Lines, run_as_json, run_as_text
from cogi.ingest.exceptions import IngestError
from cogi.ingest.formats import AUTO
from cogi.ingest.models import IngestRun, Source
from cogi.ingest.outbox import enqueue_run
from cogi.ingest.pipeline import ingest_now
from cogi.ingest.progress import Progress, Silent
from cogi.ingest.sources import SourceOptions, save_source


class Command(BaseCommand):
    help = "Ingest a documentation tree, an archive, or the http(s) address of one, into a scope."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scope", help="product/version/locale, e.g. django/5.2/en; made when new")
        parser.add_argument("location", help="directory, .tar.gz, .tar.bz2, .zip, .whl, or its address")
        parser.add_argument("--format", default=AUTO, help="auto (default) or a name of COGI_PARSERS")
        parser.add_argument("--base-url", default="", help="address of the published site")
        parser.add_argument("--language", default="english", help="text search language of a new scope")
        parser.add_argument("--subdirectory", default="", help="the part of the source to read")
        parser.add_argument("--builder", choices=["html", "dirhtml"], help="how Sphinx names its pages")
        parser.add_argument("--accept-shrink", action="store_true", help="publish even if most pages go")
        parser.add_argument(
            "--accept-regression", action="store_true", help="publish even below the floor of relevance"
        )
        parser.add_argument("--background", action="store_true", help="leave the work to a worker")
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            run = self._run(options)
        except (IngestError, CorpusError) as exc:
            raise CommandError(str(exc)) from exc
        text = json.dumps(run_as_json(run), indent=2) if options["json"] else run_as_text(run)
        self.stdout.write(text)

    def _run(self, options: dict[str, Any]) -> IngestRun:
        source = _source(options)
        self._say_what_is_kept(source.scope, options["base_url"])
        accepted = {name: options[name] for name in ("accept_shrink", "accept_regression")}
        if options["background"]:
            return enqueue_run(source=source, **accepted)
        with ExitStack() as stack:
            progress = self._progress(stack, silent=options["json"] or options["verbosity"] == 0)
            return ingest_now(source=source, **accepted, progress=progress)

    def _say_what_is_kept(self, scope: Scope, base_url: str) -> None:
        if base_url and base_url != scope.base_url:
            self.stderr.write(f"{scope} keeps its base address {scope.base_url}; change it in the admin.")

    def _progress(self, stack: ExitStack, *, silent: bool) -> Progress:
        if silent:
            return Silent()
        if self.stderr.isatty():
            return stack.enter_context(Bars(self.stderr))
        return Lines(self.stderr)


def _source(options: dict[str, Any]) -> Source:
    location = options["location"]
    if "://" not in location:
        location = str(Path(location).resolve())
    connector_for(location)
    scope = get_or_create_scope(options["scope"], base_url=options["base_url"], language=options["language"])
    builder = options["builder"]
    return save_source(
        scope=scope,
        location=location,
        options=SourceOptions(
            format=options["format"],
            subdirectory=options["subdirectory"],
            parsers={"rst": {"builder": builder}} if builder else {},
        ),
    )
