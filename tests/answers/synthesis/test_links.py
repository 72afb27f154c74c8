from __future__ import annotations

import pytest

from cogi.answers.synthesis.links import remove_foreign_links


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("See [this](https://docs.example/a#b).", "See [this](https://docs.example/a#b)."),
        ("See [this](https://evil.example/a).", "See this."),
        ("See [this](javascript:alert(1)).", "See this."),
        ("See [this](//evil.example/a 'title').", "See this."),
        ("See [this](https://docs.example.evil.example/).", "See this."),
        ("See [this](https://docs.example@evil.example/).", "See this."),
        ("![pixel](https://docs.example/p.png) seen", "pixel seen"),
        ("![pixel][1] seen", "pixel seen"),
        ("At https://docs.example/a and https://evil.example/?q=1 too", "At https://docs.example/a and  too"),
        ("At <https://evil.example/> or www.evil.example/x", "At  or "),
        ("Words\n[1]: https://evil.example/\nmore", "Words\n\nmore"),
        ("Broken [this](http://[/) link", "Broken this link"),
        ("A citation [1] stays.", "A citation [1] stays."),
    ],
)
def test_only_links_to_the_sources_hosts_stay(text: str, left: str) -> None:
    assert remove_foreign_links(text, {"docs.example"}) == left
