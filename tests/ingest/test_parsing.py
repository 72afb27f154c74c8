from __future__ import annotations

from pathlib import Path

from cogi.ingest.documents import ParsedTree, SkippedFile
from cogi.ingest.parsing import parse_tree
from cogi.ingest.progress import Silent
from cogi.ingest.trees import scan_tree
from tests.ingest.conftest import WriteTree
from tests.ingest.plain import PlainParser, RenderedParser


def parse(root: Path) -> ParsedTree:
    tree = scan_tree(root, max_file_bytes=100)
    return parse_tree(
        tree=tree, parsers={"plain": PlainParser(), "html": RenderedParser()}, progress=Silent()
    )


def test_the_rest_of_the_tree_goes_on_without_its_broken_file(write_tree: WriteTree) -> None:
    tree = parse(write_tree({"a.plain": "= A", "b.plain": "broken", "c.rendered": "= C"}))

    assert [(page.path, page.metadata) for page in tree.pages] == [
        ("a", {"source_format": "plain"}),
        ("c", {"source_format": "html"}),
    ]
    assert tree.skipped == [SkippedFile("b.plain", "It says that it is broken. Mend it.")]


def test_of_two_files_with_one_page_path_the_second_is_skipped(write_tree: WriteTree) -> None:
    tree = parse(write_tree({"a.plain": "= First", "a.rendered": "= Second"}))

    assert [page.title for page in tree.pages] == ["First"]
    assert tree.skipped == [
        SkippedFile("a.rendered", "It has the same page path as a.plain. Rename one of them.")
    ]


def test_of_unreadable_files_only_those_that_would_be_pages_are_reported(write_tree: WriteTree) -> None:
    tree = parse(write_tree({"a.plain": "= A", "b.plain": "x" * 101, "video.mp4": "x" * 101}))

    assert [skipped.path for skipped in tree.skipped] == ["b.plain"]
