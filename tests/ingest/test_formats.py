from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from cogi.ingest.formats import InvalidOptions, NothingToIngest, UnknownFormat, assign, parsers_for
from cogi.ingest.trees import scan_tree
from tests.ingest.conftest import WriteTree
from tests.ingest.plain import PlainParser


@pytest.fixture(autouse=True)
def three_formats(settings: Settings) -> None:
    settings.COGI_PARSERS = {
        "plain": {"BACKEND": "tests.ingest.plain.PlainParser", "OPTIONS": {"pause_seconds": 0.5}},
        "twin": {"BACKEND": "tests.ingest.plain.PlainParser"},
        "html": {"BACKEND": "tests.ingest.plain.RenderedParser"},
    }


def chosen(root: Path, format_name: str = "auto") -> dict[str, list[str]]:
    tree = scan_tree(root, max_file_bytes=1000)
    return assign(parsers_for(tree, format_name=format_name), tree.paths)


def test_each_file_goes_to_the_first_format_that_accepts_it(write_tree: WriteTree) -> None:
    assert chosen(write_tree({"a.plain": "", "b.md": ""})) == {"plain": ["a.plain"], "twin": []}


def test_rendered_files_beside_sources_are_templates(write_tree: WriteTree) -> None:
    root = write_tree({"a.plain": "", "b.plain": "", "layout.rendered": ""})

    assert chosen(root) == {"plain": ["a.plain", "b.plain"], "twin": []}


def test_a_tree_of_mostly_rendered_files_is_rendered(write_tree: WriteTree) -> None:
    root = write_tree({"a.plain": "", "x.rendered": "", "y.rendered": ""})

    assert chosen(root) == {"html": ["x.rendered", "y.rendered"]}


def test_a_chosen_format_reads_its_files_only(write_tree: WriteTree) -> None:
    root = write_tree({"a.plain": "", "b.plain": "", "x.rendered": ""})

    assert chosen(root, "html") == {"html": ["x.rendered"]}


def test_options_of_the_source_stand_above_configured_ones(write_tree: WriteTree) -> None:
    tree = scan_tree(write_tree({"a.plain": ""}), max_file_bytes=1000)

    configured = parsers_for(tree)["plain"]
    given = parsers_for(tree, options={"plain": {"pause_seconds": 0.0}})["plain"]

    assert isinstance(configured, PlainParser)
    assert isinstance(given, PlainParser)
    assert (configured.pause_seconds, given.pause_seconds) == (0.5, 0.0)


@pytest.mark.parametrize("options", [{"colour": "red"}, 5])
def test_options_that_the_parser_refuses_are_named(write_tree: WriteTree, options: Any) -> None:
    tree = scan_tree(write_tree({"a.plain": ""}), max_file_bytes=1000)

    with pytest.raises(InvalidOptions) as caught:
        parsers_for(tree, options={"plain": options})
    message = str(caught.value)
    assert message.startswith(f"The format 'plain' does not take the options {options!r} (")
    assert message.endswith("). Change the source's options.")


def test_an_unknown_format_lists_the_known(write_tree: WriteTree) -> None:
    with pytest.raises(
        UnknownFormat, match=r"^There is no format 'docx'. Choose one of: auto, plain, twin, html\.$"
    ):
        chosen(write_tree({"a.plain": ""}), "docx")


def test_a_tree_without_pages_is_refused(write_tree: WriteTree) -> None:
    with pytest.raises(NothingToIngest) as caught:
        chosen(write_tree({"a.png": ""}))
    assert str(caught.value) == (
        "Nothing to ingest: none of the 1 files is a page in the format auto. Check the path, "
        "--subdirectory and --format."
    )
