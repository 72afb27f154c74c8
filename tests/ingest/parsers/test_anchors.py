from __future__ import annotations

import pytest

from cogi.ingest.parsers.anchors import Anchors, SlugStyle


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("github", ["a-b", "a-b-1", "a-b-1-1", "x--y", "", "-1", "日本語"]),
        ("python-markdown", ["a-b", "a-b_1", "a-b-1", "x-y", "_1", "_2", "_3"]),
        ("pymdownx", ["a-b", "a-b_1", "a-b-1", "x--y", "_1", "_2", "日本語"]),
        ("docutils", ["a-b", "id1", "a-b-1", "x-y", "id2", "id3", "id4"]),
    ],
)
def test_repeated_and_empty_headings_are_numbered_as_the_site_does(
    style: SlugStyle, expected: list[str]
) -> None:
    anchors = Anchors(style)
    assert [anchors.take(text) for text in ("A b", "A b", "A b 1", "x & y", "!", "!", "日本語")] == expected


def test_stated_anchors_are_never_given_to_another_heading() -> None:
    anchors = Anchors("github", reserved=["later"])
    assert [
        anchors.take("Later"),
        anchors.explicit("later"),
        anchors.explicit("new"),
        anchors.take("New"),
    ] == [
        "later-1",
        "later",
        "new",
        "new-1",
    ]
