from __future__ import annotations

import json

import pytest

from cogi.ingest.documents import StatedFact
from tests.ingest.parsers.sketching import markdown, sketch


def test_front_matter_becomes_json_metadata() -> None:
    page = markdown(
        """
        ---
        title: "Hello: world"
        sidebarTitle: Hi
        date: 2024-05-06
        at: 2024-05-06T07:08:09Z
        tags: [a, 1, true, null]
        nested: {2: .nan}
        nul: "a\\0b"
        ---
        Text.
        """
    )
    assert page.title == "Hello: world"
    assert page.metadata == {
        "title": "Hello: world",
        "sidebarTitle": "Hi",
        "date": "2024-05-06",
        "at": "2024-05-06T07:08:09+00:00",
        "tags": ["a", 1, True, None],
        "nested": {"2": "nan"},
        "nul": "ab",
    }
    json.dumps(page.metadata, allow_nan=False)


def test_toml_front_matter_is_read_too() -> None:
    page = markdown('+++\ntitle = "T"\ndate = 2024-05-06\n+++\nText.\n')
    assert (page.title, page.metadata["date"]) == ("T", "2024-05-06")


def test_what_a_page_says_about_itself_is_stated_as_facts() -> None:
    page = markdown(
        "---\nuid: acme.guide\nstatus: beta\nowner: docs team\nms.date: 2024-05-06\ndeprecated: true\n"
        "level: ''\n---\n"
    )
    assert page.root.facts == [
        StatedFact("status", "beta"),
        StatedFact("owner", "docs team"),
        StatedFact("deprecated", "true"),
        StatedFact("last_reviewed", "2024-05-06"),
    ]
    assert page.root.targets == ["uid:acme.guide"]


@pytest.mark.parametrize(
    ("front_matter", "error"),
    [
        ("a: [1\nb: 2", "YAML front matter cannot be read: did not find expected ',' or ']' (line 2)"),
        ("a: !!python/object/apply:os.system [x]", "could not determine a constructor"),
        ("a: &a [*a]", "it holds more than 50000 values or 20 levels"),
        (
            "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
            + "".join(
                f"{new}: &{new} [{','.join([f'*{old}'] * 10)}]\n"
                for old, new in zip("bcdef", "cdefg", strict=True)
            ),
            "it holds more than 50000 values or 20 levels",
        ),
    ],
)
def test_broken_front_matter_costs_no_page_and_is_reported(front_matter: str, error: str) -> None:
    page = markdown(f"---\n{front_matter}\n---\n# Kept\n\nText.\n")
    assert sketch(page) == "# Kept\nparagraph: Text."
    assert list(page.metadata) == ["front_matter_error"]
    assert error in page.metadata["front_matter_error"]


def test_broken_front_matter_still_protects_the_page() -> None:
    page = markdown("---\nclassification: restricted\nbad: [\n---\nText.\n")
    assert page.root.classification.label == "restricted"


def test_rules_around_text_are_no_front_matter() -> None:
    assert (
        sketch(markdown("---\njust text\n---\n\nMore.\n")) == "# Page\nparagraph: just text\nparagraph: More."
    )


def test_empty_front_matter_is_none() -> None:
    assert markdown("---\n---\nText.\n").metadata == {}


def test_a_draft_is_hidden() -> None:
    assert markdown("---\ndraft: true\n---\nText.\n").hidden
    assert not markdown("Text.\n").hidden
