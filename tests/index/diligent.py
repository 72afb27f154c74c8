"""A process that embeds one scope until it is done, to be killed anywhere, and notes what it was asked for.

Imported by the server that forks such processes, it sets Django up there once.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import django
from django.apps import apps

if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.conf import settings

from cogi.corpus.models import Scope
from cogi.index.coverage import coverage
from cogi.index.embedding import embed_live_passages
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions

BATCH = 4


class NotingEmbedder(DummyEmbedder):
    """Writes a line for each batch that it is asked for, before it embeds it slowly."""

    def __init__(self, notes: Path) -> None:
        super().__init__(DummyEmbedderOptions())
        self._notes = notes

    def embed_passages(self, texts: Sequence[str]) -> Any:
        with self._notes.open("a") as file:
            file.write("|".join(text.split("\n")[1] for text in texts) + "\n")
        time.sleep(0.02)
        return super().embed_passages(texts)


def run(scope_id: int, notes: Path, ready: Event) -> None:
    """Embed the scope in the database of DATABASE_URL."""
    settings.COGI_EMBEDDING_BATCH = BATCH
    scope, embedder = Scope.objects.get(pk=scope_id), NotingEmbedder(notes)
    ready.set()
    while not coverage(scope, embedder).complete:
        # A killed predecessor's session may hold the lock for a moment.
        embed_live_passages(embedder, scope=scope)
