"""Tests of the filters that guard the page."""

from __future__ import annotations

import pytest

from cogi.portal.templatetags.cogi_portal import below, only_marks, web_address


@pytest.mark.parametrize(
    ("snippet", "html"),
    [
        ("a <mark>b</mark> c", "a <mark>b</mark> c"),
        ("&lt;script&gt; &amp;amp; &#x27;q&#x27;", "&lt;script&gt; &amp;amp; &#x27;q&#x27;"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ('<mark onclick="x">b</mark>', "&lt;mark onclick=&quot;x&quot;&gt;b</mark>"),
        ("R&D &copy;", "R&amp;D &amp;copy;"),
    ],
)
def test_mark_is_the_only_markup_that_passes(snippet: str, html: str) -> None:
    assert only_marks(snippet) == html


@pytest.mark.parametrize(
    ("address", "followed"),
    [
        ("https://docs.example/a/#b", "https://docs.example/a/#b"),
        ("/docs/a/", "/docs/a/"),
        ("javascript:alert(1)", "#"),
        ("JaVaScRiPt:alert(1)", "#"),
        ("\tjavascript:alert(1)", "#"),
        ("data:text/html,x", "#"),
        ("https://[broken", "#"),
    ],
)
def test_only_web_addresses_are_followed(address: str, followed: str) -> None:
    assert web_address(address) == followed


def test_a_trail_leaves_the_page_title_out() -> None:
    assert below(("Page", "Part"), "Page") == ("Part",)
    assert below(("Other", "Part"), "Page") == ("Other", "Part")
    assert below((), "Page") == ()
