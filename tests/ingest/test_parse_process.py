from __future__ import annotations

import io
import pickle
from pathlib import Path

from cogi.ingest.documents import Page, SkippedFile
from cogi.ingest.parse_process import Reply, parse_file, serve
from cogi.ingest.trees import TreeFiles, scan_tree
from tests.ingest.conftest import WriteTree
from tests.ingest.plain import PlainParser


def files_of(root: Path) -> TreeFiles:
    return scan_tree(root, max_file_bytes=1000).files


def parse(write_tree: WriteTree, text: str) -> Reply:
    return parse_file(PlainParser(), "a.plain", files_of(write_tree({"a.plain": text})))


def test_a_good_file_is_a_page(write_tree: WriteTree) -> None:
    page = parse(write_tree, "= Title\n\nText.")

    assert isinstance(page, Page)
    assert (page.path, page.title) == ("a", "Title")


def test_what_the_parser_says_is_the_reason(write_tree: WriteTree) -> None:
    assert parse(write_tree, "broken") == SkippedFile("a.plain", "It says that it is broken. Mend it.")


def test_a_defect_of_the_parser_costs_the_file_only(write_tree: WriteTree) -> None:
    assert parse(write_tree, "defect") == SkippedFile(
        "a.plain", "The plain parser failed (ZeroDivisionError). Please report the file."
    )


def test_a_missing_include_is_a_defect_and_not_an_unreadable_file(write_tree: WriteTree) -> None:
    assert parse(write_tree, "include gone.txt") == SkippedFile(
        "a.plain", "The plain parser failed (KeyError). Please report the file."
    )


def test_binary_and_unreadable_files_say_so(write_tree: WriteTree) -> None:
    assert parse(write_tree, "UTF\x0016") == SkippedFile(
        "a.plain", "It is not text in UTF-8: it has NUL bytes. Save it as UTF-8."
    )
    assert parse_file(PlainParser(), "gone.plain", files_of(write_tree({}))) == SkippedFile(
        "gone.plain", "It cannot be read. Check that it exists and its permissions."
    )


def test_requests_are_answered_in_order_until_they_end(write_tree: WriteTree) -> None:
    files = files_of(write_tree({"a.plain": "= A", "b.plain": "broken"}))
    requests, replies = io.BytesIO(), io.BytesIO()
    for request in (({"plain": PlainParser()}, files), ("plain", "a.plain"), ("plain", "b.plain")):
        pickle.dump(request, requests)
    requests.seek(0)

    serve(requests, replies)

    replies.seek(0)
    ready, page, skipped = (pickle.load(replies) for _ in range(3))  # noqa: S301 - written just above
    assert ready is True
    assert page.title == "A"
    assert skipped.path == "b.plain"
