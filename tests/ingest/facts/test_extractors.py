"""What each extractor reads out of plain sections."""

from __future__ import annotations

import pytest

from cogi.ingest.documents import Block, Section
from cogi.ingest.facts import FactExtractor, configured_extractors
from cogi.ingest.facts.changelogs import Changelogs
from cogi.ingest.facts.defaults import Defaults
from cogi.ingest.facts.versions import VersionNotes

NOTES = ["Django 5.1 release notes", "What's new in Django 5.1", "Minor features"]


def read(extractor: FactExtractor, *blocks: Block, trail: list[str] | None = None, kind: str = "symbol"):  # type: ignore[no-untyped-def]
    trail = trail or ["Settings", "DEBUG"]
    section = Section(trail[-1], "s", kind=kind, blocks=list(blocks))  # type: ignore[arg-type]
    return [(f.item, f.predicate, f.value) for f in extractor.extract(section, trail)]


def text(words: str) -> Block:
    return Block("paragraph", words)


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("Added in version 5.1: It waits.", [("", "added_in", "5.1")]),
        ("New in version 5.1.2.", [("", "added_in", "5.1.2")]),
        ("Changed in version v2: More.", [("", "changed_in", "2")]),
        (
            "Deprecated since version 1.4: Use `other()` instead.",
            [("", "deprecated_in", "1.4"), ("", "replaced_by", "other")],
        ),
        ("Removed in version 3.0", [("", "removed_in", "3.0")]),
        ("It was added in version 5.1.", []),
    ],
)
def test_version_notes_as_pages_show_them(words: str, facts: list[tuple[str, str, str]]) -> None:
    assert read(VersionNotes(), Block("quote", words)) == facts


@pytest.mark.parametrize(
    ("blocks", "value"),
    [
        ([text("Default: `31449600` (about a year)")], "31449600"),
        ([text("Default: not set")], "not set"),
        ([text("Default:"), Block("code", '[\n  "a",\n]')], '[\n  "a",\n]'),
        ([text("How long to wait. Defaults to `30`.")], "30"),
        ([text("The default value is `None`.")], "None"),
    ],
)
def test_a_default_is_read_from_its_label_or_its_sentence(blocks: list[Block], value: str) -> None:
    assert read(Defaults(), *blocks) == [("", "default", value)]


def test_a_sentence_on_defaults_says_nothing_of_a_whole_section_or_of_several_things() -> None:
    assert read(Defaults(), text("`a` defaults to `1`."), kind="section") == []
    assert read(Defaults(), text("`a` defaults to `1`, `b` defaults to `2`.")) == []


def test_defaults_of_items_stand_in_tables_and_lists() -> None:
    table = Block(
        "table", "| Name | Default | Since |\n| --- | --- | --- |\n| `wait` | `5` | 1.2 |\n| x | - | |"
    )
    items = Block("list", "- `retries` (int): how often. Defaults to\n  `3`.\n- `other`: nothing.")
    assert read(Defaults(), table, items, kind="section") == [
        ("retries", "default", "3"),
        ("wait", "default", "5"),
        ("wait", "added_in", "1.2"),
    ]


@pytest.mark.parametrize(
    ("item", "facts"),
    [
        ("The new `Model.explain()` method tells.", [("Model.explain", "added_in", "5.1")]),
        ("The new `a` and `b` settings allow.", [("a", "added_in", "5.1"), ("b", "added_in", "5.1")]),
        ("The new `edit_only` argument of `formset()` allows.", [("formset edit_only", "added_in", "5.1")]),
        ("Acme 5.1 includes a `lock()` method.", [("lock", "added_in", "5.1")]),
        ("`Model.save()` now waits.", [("Model.save", "changed_in", "5.1")]),
        (
            "`url()` is deprecated in favor of `path()`.",
            [("url", "deprecated_in", "5.1"), ("url", "replaced_by", "path")],
        ),
        ("Support for `pytz` is removed.", [("pytz", "removed_in", "5.1")]),
        ("Passing `x` to `f()` is deprecated.", [("Passing x to f()", "deprecated_in", "5.1")]),
        ("It is faster.", []),
    ],
)
def test_release_notes_tell_what_came_and_went(item: str, facts: list[tuple[str, str, str]]) -> None:
    assert read(Changelogs(), Block("list", f"- {item}"), trail=NOTES, kind="section") == facts


def test_a_changelog_s_headings_say_what_a_line_only_names() -> None:
    for heading, predicate in (("Removed", "removed_in"), ("Deprecated", "deprecated_in")):
        trail = ["Changelog", "[1.2.0] - 2024-05-01", heading]
        assert read(Changelogs(), Block("list", "- `old` option"), trail=trail) == [
            ("old", predicate, "1.2.0")
        ]
    added = ["Changelog", "[1.2.0] - 2024-05-01", "Added"]
    assert read(Changelogs(), Block("list", "- Added `go`."), trail=added) == [("go", "added_in", "1.2.0")]


def test_a_heading_below_what_is_new_names_something_new() -> None:
    assert read(Changelogs(), trail=[*NOTES[:2], "`{% query %}` template tag"])[0][1:] == ("added_in", "5.1")


def test_the_day_of_a_release_stands_in_its_heading_or_first_line() -> None:
    assert read(Changelogs(), trail=["Changelog", "[1.2.0] - 2024-05-01"]) == [
        ("", "released_on", "2024-05-01")
    ]
    assert read(Changelogs(), text("August 7, 2024"), trail=NOTES[:1]) == [("", "released_on", "2024-08-07")]
    assert read(Changelogs(), text("Maybe 7, 2024"), trail=NOTES[:1]) == []


def test_pages_that_are_no_release_notes_state_nothing() -> None:
    assert read(Changelogs(), Block("list", "- The new `x` is here."), trail=["Guide", "5.1"]) == []


def test_extractors_are_made_from_the_setting() -> None:
    assert [type(each) for each in configured_extractors()] == [VersionNotes, Defaults, Changelogs]
