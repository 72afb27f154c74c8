"""``manage.py cogi_status``: shows what is published, indexed and queued."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.core.serializers.json import DjangoJSONEncoder

from cogi.api.status import ScopeStatus, Status, read_status
from cogi.index.model_states import ModelState


class Command(BaseCommand):
    help = "Show scopes, versions, releases, segments, vector coverage and the ingest queue."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the same as JSON")

    def handle(self, **options: Any) -> None:
        status = read_status()
        if options["json"]:
            self.stdout.write(json.dumps(asdict(status), indent=2, cls=DjangoJSONEncoder))
        else:
            self.stdout.write("\n".join(_as_text(status)))


def _as_text(status: Status) -> Iterator[str]:
    if not status.scopes:
        yield "There is no scope yet. Make one with manage.py cogi_ingest product/version/locale PATH."
    for scope in status.scopes:
        yield from _scope_as_text(scope)
    yield f"embedder: {status.embedder or 'none (lexical only)'}"
    for model in status.models:
        yield from _model_as_text(model)
    queue = status.queue
    waited = f", the oldest for {queue.oldest_wait_s:.0f} s" if queue.waiting else ""
    yield f"queue: {queue.waiting} waiting{waited}, {queue.running} running"


def _scope_as_text(scope: ScopeStatus) -> Iterator[str]:
    published = f"{scope.published_at:%Y-%m-%d %H:%M} UTC" if scope.published_at else "never published"
    yield f"{scope.slug}: version {scope.version}, release {scope.release} ({published})"
    yield f"  {scope.nodes:,} nodes, {scope.passages:,} passages, {scope.segments} segments"
    if scope.vectors is not None:
        share = scope.vectors.embedded / scope.vectors.total if scope.vectors.total else 1.0
        yield f"  vectors: {scope.vectors.embedded:,} of {scope.vectors.total:,} ({share:.0%})"


def _model_as_text(model: ModelState) -> Iterator[str]:
    at_work = ", embedding now" if model.embedding else ""
    yield f"  {model.name}: {model.state}, {model.vectors:,} vectors{at_work}"
    if model.refused:
        yield f"    {model.refused:,} texts refused: {'; '.join(model.reasons)}"
