"""Tests that a release which is refused is published once that is confirmed, by every door."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cogi.corpus.errors import ReleaseRefused
from cogi.corpus.models import Scope
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.signals import release_proposed
from cogi.ingest.models import IngestRun
from cogi.ingest.outbox import enqueue_run
from cogi.ingest.pipeline import run_ingest
from cogi.ingest.sources import SourceOptions, save_source
from tests.ingest.conftest import WriteTree

pytestmark = pytest.mark.django_db


def refuse_unconfirmed(*, accept_regression: bool, **_: Any) -> None:
    if not accept_regression:
        raise ReleaseRefused("It finds less well.")


@pytest.fixture(autouse=True)
def _refusing() -> Iterator[None]:
    release_proposed.connect(refuse_unconfirmed)
    yield
    release_proposed.disconnect(refuse_unconfirmed)


def releases() -> int:
    return Scope.objects.get(slug="a/1/en").release_number


def call(*arguments: str) -> None:
    call_command(*arguments, stdout=StringIO(), stderr=StringIO())


@pytest.mark.parametrize("door", ["cogi_ingest", "cogi_push"])
def test_a_command_publishes_what_is_confirmed(door: str, write_tree: WriteTree, tmp_path: Path) -> None:
    get_or_create_scope("a/1/en")
    root = write_tree({"a.plain": "= A"})
    file = tmp_path / "file.plain"
    file.write_text("= A")
    arguments = (door, "a/1/en", *([str(root)] if door == "cogi_ingest" else ["a.plain", str(file)]))
    with pytest.raises(CommandError, match=r"^It finds less well\.$"):
        call(*arguments)
    assert releases() == 0
    call(*arguments, "--accept-regression")
    assert releases() == 1


def test_a_page_is_taken_out_once_that_is_confirmed(tmp_path: Path) -> None:
    get_or_create_scope("a/1/en")
    file = tmp_path / "file.plain"
    file.write_text("= A")
    call("cogi_push", "a/1/en", "a.plain", str(file), "--accept-regression")
    with pytest.raises(CommandError, match=r"^It finds less well\.$"):
        call("cogi_push", "a/1/en", "a", "--remove")
    call("cogi_push", "a/1/en", "a", "--remove", "--accept-regression")
    assert releases() == 2


@pytest.mark.parametrize(("confirmed", "status"), [(False, "failed"), (True, "succeeded")])
def test_an_ordered_run_keeps_the_confirmation(confirmed: bool, status: str, write_tree: WriteTree) -> None:
    source = save_source(
        scope=get_or_create_scope("a/1/en"),
        location=str(write_tree({"a.plain": "= A"})),
        options=SourceOptions(),
    )
    enqueue_run(source=source, accept_regression=confirmed)
    run = run_ingest(run=IngestRun.objects.get())
    assert (run.status, run.error) == (status, "" if confirmed else "It finds less well.")
