from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cogi.corpus.models import Release, Scope
from cogi.ingest.models import IngestRun, Source
from tests.ingest.conftest import WriteTree
from tests.ingest.connectors.archives import make_tar, make_zip

pytestmark = pytest.mark.django_db


def command(*arguments: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("cogi_ingest", "a/1/en", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def refusal(*arguments: str) -> str:
    with pytest.raises(CommandError) as caught:
        command(*arguments)
    return str(caught.value)


def test_a_tree_is_ingested_with_stages_counts_and_skipped_files(write_tree: WriteTree) -> None:
    root = write_tree({"a.plain": "= A\n\n-> gone", "b.plain": "broken"})

    out, err = command(str(root), "--base-url", "https://docs.example.org/")

    headline, *details = out.splitlines()
    assert headline.startswith("a/1/en: release 1 in ")
    assert details == [
        "  1 pages, 1 nodes, 1 passages, 0 edges, 0 facts",
        "  nodes: 1 added, 0 changed, 0 removed; 1 new contents",
        "  1 references lead to no place in this source",
        "  1 files skipped:",
        "    b.plain: It says that it is broken. Mend it.",
    ]
    assert err.splitlines() == ["fetch", "parse 2 files", "publish"]
    assert Scope.objects.get().base_url == "https://docs.example.org/"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_bars_that_stay_on_their_line(write_tree: WriteTree) -> None:
    terminal = Terminal()

    call_command(
        "cogi_ingest", "a/1/en", str(write_tree({"a.plain": "= A"})), stdout=StringIO(), stderr=terminal
    )

    lines = terminal.getvalue().splitlines()
    assert any(line.startswith("parse   : 100%") and "1/1" in line for line in lines)
    assert terminal.getvalue().count("\n") == 3


def test_an_unchanged_tree_is_said_to_be_unchanged(write_tree: WriteTree) -> None:
    root = write_tree({"a.plain": "= A"})
    command(str(root))

    out, _ = command(str(root))

    assert out.startswith("a/1/en: unchanged in ")
    assert Release.objects.count() == 1


def test_a_base_address_that_is_not_taken_over_is_said(write_tree: WriteTree) -> None:
    root = write_tree({"a.plain": "= A"})
    command(str(root), "--base-url", "https://old.example.org/")

    _, err = command(str(root), "--base-url", "https://new.example.org/", "--json")

    assert err == "a/1/en keeps its base address https://old.example.org/; change it in the admin.\n"


def test_the_outcome_is_json_on_request(write_tree: WriteTree) -> None:
    out, err = command(str(write_tree({"a.plain": "= A"})), "--json")

    outcome = json.loads(out)
    run = IngestRun.objects.get()
    assert outcome == {
        "run": run.pk,
        "scope": "a/1/en",
        "status": "succeeded",
        "published": True,
        "release": 1,
        "seconds": run.seconds,
        "counts": run.counts,
        "skipped": [],
    }
    assert err == ""


def test_a_source_distribution_is_ingested(tmp_path: Path) -> None:
    files = {"p-1/setup.py": b"", "p-1/docs/index.plain": b"= P", "p-1/other.plain": b"= Not docs"}

    out, _ = command(str(make_tar(tmp_path / "p-1.tar.gz", files)), "--json")

    assert json.loads(out)["counts"]["pages"] == 1


def test_options_are_kept_with_the_source(write_tree: WriteTree) -> None:
    root = write_tree({"manual/a.plain": "= A"})

    command(str(root), "--format", "plain", "--subdirectory", "manual", "--builder", "dirhtml")

    source = Source.objects.get()
    assert (source.location, source.format, source.subdirectory) == (str(root), "plain", "manual")
    assert source.options == {"rst": {"builder": "dirhtml"}}


def test_background_only_orders_the_run(write_tree: WriteTree) -> None:
    out, err = command(str(write_tree({"a.plain": "= A"})), "--background")

    run = IngestRun.objects.get()
    assert (out, err) == (f"a/1/en: run {run.pk} is queued; a worker will carry it out.\n", "")
    assert not Release.objects.exists()


def test_bad_input_is_one_clear_message_and_leaves_nothing(write_tree: WriteTree, tmp_path: Path) -> None:
    hostile = make_zip(tmp_path / "a.zip", {"../up.plain": b"= A"})
    (tmp_path / "fake.zip").write_text("no archive")
    empty = write_tree({"notes.doc": ""})

    assert refusal(str(tmp_path / "gone")).startswith(
        f"There is no directory or archive at '{tmp_path}/gone'."
    )
    assert refusal(str(hostile)).startswith("a.zip was refused: '../up.plain' would be written outside")
    assert refusal(str(tmp_path / "fake.zip")).startswith("fake.zip is not an archive that can be read.")
    assert refusal(str(empty)).startswith("Nothing to ingest: none of the 1 files is a page")
    assert refusal(str(empty), "--format", "docx").startswith("There is no format 'docx'.")
    assert refusal("ftp://example.org/a.zip").startswith("ftp://example.org/a.zip is not")
    assert not Release.objects.exists()


def test_a_wrong_scope_is_refused(write_tree: WriteTree) -> None:
    with pytest.raises(CommandError, match="Write product/version/locale in lower case"):
        call_command("cogi_ingest", "Django", str(write_tree({"a.plain": "= A"})))
