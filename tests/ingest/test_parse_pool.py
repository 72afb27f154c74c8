from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from cogi.ingest.documents import Page
from cogi.ingest.parse_pool import LostFile, ParseProcessFailed, parse_files
from cogi.ingest.parse_process import Reply
from cogi.ingest.trees import scan_tree
from tests.ingest.conftest import WriteTree
from tests.ingest.plain import PlainParser

CRASHED = "The parse process ended while reading it (crashed or out of memory). Please report the file."


def parse(root: Path) -> list[Reply]:
    tree = scan_tree(root, max_file_bytes=1000)
    return list(parse_files({"plain": PlainParser()}, tree.files, [("plain", path) for path in tree.paths]))


def test_pages_come_in_the_order_of_the_work_from_several_processes(
    write_tree: WriteTree, settings: Settings
) -> None:
    settings.COGI_INGEST_PROCESSES = 2
    replies = parse(write_tree({f"{number:02}.plain": f"= T{number}" for number in range(30)}))

    assert [reply.title for reply in replies if isinstance(reply, Page)] == [f"T{n}" for n in range(30)]


def test_a_crash_costs_one_file(write_tree: WriteTree) -> None:
    before, crashed, after = parse(write_tree({"a.plain": "= A", "b.plain": "crash", "c.plain": "= C"}))

    assert isinstance(before, Page)
    assert crashed == LostFile("b.plain", CRASHED)
    assert isinstance(after, Page)


def test_an_endless_loop_costs_one_file(write_tree: WriteTree, settings: Settings) -> None:
    settings.COGI_INGEST_PARSE_TIMEOUT_SECONDS = 0.3
    hung, after = parse(write_tree({"a.plain": "hang", "b.plain": "= B"}))

    assert hung == LostFile(
        "a.plain",
        "Parsing took longer than 0.3 seconds. Simplify the file, or raise "
        "COGI_INGEST_PARSE_TIMEOUT_SECONDS.",
    )
    assert isinstance(after, Page)


def test_what_a_library_prints_does_not_disturb(write_tree: WriteTree) -> None:
    first, second = parse(write_tree({"a.plain": "chatter", "b.plain": "= B"}))

    assert isinstance(first, Page)
    assert isinstance(second, Page)


def test_a_process_that_cannot_start_fails_the_run_and_not_each_file(
    write_tree: WriteTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [])
    root = write_tree({"a.plain": "= A"})

    with pytest.raises(ParseProcessFailed, match=r"^A parse process does not start\. Run `python -m"):
        parse(root)
