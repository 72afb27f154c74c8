from __future__ import annotations

import pickle

import pytest

from cogi.ingest.parsers.base import ParseError
from cogi.ingest.parsers.markdown import MarkdownParser
from tests.ingest.parsers.sketching import expected, markdown, sketch


def test_headings_become_nested_sections_and_the_first_is_the_page() -> None:
    page = markdown(
        """
        # Install *it*

        Before.

        ## On `Linux`
        ### With apt
        #### Deep
        ## On macOS
        """
    )
    assert sketch(page) == expected(
        """
        # Install it
        paragraph: Before.
        ## On Linux #on-linux
        ### With apt #with-apt
        #### Deep #deep
        ## On macOS #on-macos
        """
    )
    assert page.root.targets == ["page:guide/page#install-it"]


def test_levels_that_are_skipped_nest_under_the_nearest_shallower_heading() -> None:
    page = markdown("# A\n#### Deep\n## Shallow\n# Second top\n### Below\n")
    assert sketch(page) == expected(
        """
        # A
        ## Deep #deep
        ## Shallow #shallow
        ## Second top #second-top
        ### Below #below
        """
    )


def test_a_page_without_heading_is_named_after_its_file() -> None:
    assert markdown("Text.", path="01-getting_started.md").title == "Getting started"
    assert markdown("Text.", path="guides/README.md").title == "Guides"


def test_a_title_in_front_matter_keeps_a_different_first_heading_as_text() -> None:
    page = markdown("---\ntitle: Short\n---\n# The long heading\n\nText.\n")
    assert sketch(page) == "# Short\nparagraph: The long heading\nparagraph: Text."


def test_inline_markup_leaves_its_words_and_code_its_backticks() -> None:
    page = markdown(
        "**Bold** _em_ ~~gone~~ `code` ``a`b`` [link](x.md) ![diagram](d.png) <kbd>K</kbd> "
        "<code>html</code> one<br>two &amp; \\*star\\*\nsame line\\\nnext <!-- remark -->end :material-check:"
    )
    assert page.root.blocks[0].text == (
        "Bold em gone `code` `` a`b `` link diagram K `html` one\ntwo & *star* same line\nnext end"
    )


def test_lists_keep_their_nesting_numbers_and_continuation_lines() -> None:
    page = markdown(
        """
        3. three

           more
        4. four
           - nested
             continued
        5. [ ] task
        """
    )
    assert page.root.blocks[0].text == expected(
        """
        3. three
           more
        4. four
           - nested continued
        5. [ ] task
        """
    )


def test_code_in_a_list_is_a_block_of_its_own_and_the_list_goes_on_after_it() -> None:
    page = markdown(
        """
        1. Run

           ```bash
           make run
           ```

           and wait.
        2. Open
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        list: 1. Run
        code(bash): make run
        paragraph: and wait.
        list: 2. Open
        """
    )


@pytest.mark.parametrize(
    ("info", "language", "title"),
    [
        ("python", "python", None),
        ('Python title="app.py" hl_lines="1 2"', "python", "app.py"),
        ("js app/index.js {1,3-4} wrap lines", "js", "app/index.js"),
        ("{.python .numberLines}", "python", None),
        ('{ .yaml .annotate title="ci.yml" }', "yaml", "ci.yml"),
        ("", "", None),
        ('hl_lines="4"', "", None),
        ("python {highlight: [1]}", "python", None),
    ],
)
def test_a_fence_states_language_and_title(info: str, language: str, title: str | None) -> None:
    blocks = markdown(f"```{info}\nx = 1\n```\n").root.blocks
    assert [block.text for block in blocks] == ([title] if title else []) + ["x = 1"]
    assert blocks[-1].language == language


def test_an_indented_block_is_code() -> None:
    assert (
        sketch(markdown("Text:\n\n    x = 1\n    y = 2\n")) == "# Page\nparagraph: Text:\ncode: x = 1\ny = 2"
    )


def test_tables_are_pipe_rows_with_escaped_bars() -> None:
    page = markdown("| A | B |\n|---|:-:|\n| `x \\| y` | [l](a.md) |\n| only |\n")
    assert page.root.blocks[0].text == "| A | B |\n| --- | --- |\n| `x \\| y` | l |\n| only |  |"


def test_quotes_definitions_and_footnotes() -> None:
    page = markdown(
        """
        ## One

        Claim[^src].

        > Said so.
        >
        > Twice.

        Term
        : First meaning
        : Second meaning

        ## Two

        [^src]: The *source*.
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        ## One #one
        paragraph: Claim[src].
        quote: Said so.

        Twice.
        list: - Term: First meaning
          Second meaning
        paragraph: [src]: The source.
        ## Two #two
        """
    )


def test_raw_html_is_read_as_html_between_markdown() -> None:
    page = markdown(
        """
        <div class="lead" id="lead"><p>Hello <b>you</b>, see <a href="other.md">other</a></p></div>

        <details>
        <summary>More</summary>

        Hidden *text*

        </details>

        <!-- a
        remark -->

        <h2 id="raw">Raw heading</h2>

        <table><tr><th>k</th></tr><tr><td>v</td></tr></table>
        <script>alert(1)</script>
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Hello you, see other
        paragraph: More
        paragraph: Hidden text
        ## Raw heading #raw
        table: | k |
        | --- |
        | v |
        """
    )
    assert page.root.targets == ["page:guide/page#lead"]
    assert [link.candidates for link in page.root.links] == [("page:guide/other",)]


def test_terminal_recordings_lose_their_colours() -> None:
    page = markdown(
        '<div class="termy">\n\n```console\n$ <font color="#fff">pip</font> i &apos;x&apos;\n```\n\n</div>\n'
    )
    assert page.root.blocks[0].text == "$ pip i 'x'"


def test_text_that_is_not_utf8_is_refused_with_the_place() -> None:
    with pytest.raises(ParseError) as refused:
        MarkdownParser().parse("a/b.md", b"ok \xff", includes={})
    assert str(refused.value) == "a/b.md is not UTF-8 text (byte 0xff at position 3); save it as UTF-8."


def test_bytes_that_postgresql_cannot_store_are_dropped() -> None:
    page = markdown("# A\x00B\r\n\r\nx\ufdd1y\n")
    assert sketch(page) == "# AB\nparagraph: xy"


def test_a_byte_order_mark_is_no_text() -> None:
    page = MarkdownParser().parse("a.md", b"\xef\xbb\xbf---\ntitle: T\n---\nx", includes={})
    assert page.title == "T"


def test_deep_nesting_neither_fails_nor_takes_long() -> None:
    page = markdown(
        "[" * 3_000 + "\n\n" + "*" * 3_000 + "x\n\n" + "> " * 2_000 + "deep\n\n" + "- " * 500 + "list"
    )
    assert [block.text for block in page.root.blocks] == ["[" * 3_000, "*" * 3_000 + "x"]


def test_a_parser_travels_to_other_processes_with_what_it_prepared() -> None:
    parser = MarkdownParser()
    parser.prepare({"mkdocs.yml": b"nav: [{Start: index.md}]"})
    copy = pickle.loads(pickle.dumps(parser))  # noqa: S301 -- the test's own bytes
    assert copy.parse("docs/a/b.md", b"# B", includes={}).url == "a/b/"
    assert copy.navigation() == parser.navigation()


def test_attribute_lists_leave_no_trace() -> None:
    page = markdown(
        "[a `b`{.x}](c.md){: target=_blank } and *em*{ .y #z } but {not} this.\n{: .block }\n\n"
        "[`x`{.y} unclosed\n"
    )
    assert [block.text for block in page.root.blocks] == ["a `b` and em but {not} this.", "[`x` unclosed"]
