from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from cogi.index.tasks import embed_pending
from cogi.ingest.models import IngestRun, Source
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db


def output(*arguments: str) -> str:
    written = StringIO()
    call_command("cogi_status", *arguments, stdout=written)
    return written.getvalue()


def test_an_empty_site_says_how_to_begin(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    assert output().splitlines() == [
        "There is no scope yet. Make one with manage.py cogi_ingest product/version/locale PATH.",
        "embedder: none (lexical only)",
        "queue: 0 waiting, 0 running",
    ]


def test_a_scope_shows_its_release_segments_and_vectors() -> None:
    here = scope()
    publish(here, page("a", "apples"), page("b", "bees"))
    embed_pending()
    publish(here, page("a", "apples"), page("b", "bees"), page("c", "cats"), page("d", "dogs"), at=1)
    lines = output().splitlines()
    assert lines[:3] == [
        "guide/1.0/en: version 3, release 2 (2026-01-02 00:00 UTC)",
        "  4 nodes, 4 passages, 2 segments",
        "  vectors: 2 of 4 (50%)",
    ]


def test_the_queue_shows_what_waits_and_what_runs() -> None:
    source = Source.objects.create(scope=scope(), location="/docs")
    IngestRun.objects.create(source=source)
    IngestRun.objects.create(source=source, status=IngestRun.Status.RUNNING)
    assert output().splitlines()[-1].startswith("queue: 1 waiting, the oldest for ")
    assert output().splitlines()[-1].endswith(" s, 1 running")


def test_json_has_the_same_figures() -> None:
    publish(scope(), page("a", "apples"))
    printed = json.loads(output("--json"))
    assert printed["scopes"][0]["slug"] == "guide/1.0/en"
    assert printed["scopes"][0]["vectors"] == {"embedded": 0, "total": 1}
    assert printed["queue"] == {"waiting": 0, "running": 0, "oldest_wait_s": 0.0}
