"""Tests of the corpus's Markdown as HTML."""

from __future__ import annotations

from cogi.portal.prose import as_html


def test_markdown_becomes_html() -> None:
    assert as_html(
        "Call `f()`:\n\n```python\nf(1 < 2)\n```\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |"
    ) == (
        "<p>Call <code>f()</code>:</p>\n"
        '<pre><code class="language-python">f(1 &lt; 2)\n</code></pre>\n'
        "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"
        "<table>\n<thead>\n<tr>\n<th>x</th>\n<th>y</th>\n</tr>\n</thead>\n"
        "<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n"
    )


def test_raw_markup_stays_text() -> None:
    assert as_html("<script>alert(1)</script> <b>x</b>") == (
        "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;x&lt;/b&gt;</p>\n"
    )


def test_only_web_addresses_become_links() -> None:
    assert "<a" not in as_html("[x](javascript:alert(1)) <javascript:alert(1)>")
    assert "<img" not in as_html("![x](https://elsewhere.example/pixel.png)")
