from __future__ import annotations

import pytest

from cogi.ingest.parsers.base import ParseError
from cogi.ingest.parsers.html import HtmlParser
from tests.ingest.parsers.sketching import expected, html, sketch


def body(content: str, *, head: str = "") -> str:
    return f"<!doctype html><html><head>{head}</head><body>{content}</body></html>"


def test_headings_take_their_id_their_sections_id_or_an_anchor_within() -> None:
    page = html(
        body(
            """
            <main><h1>Page</h1><p>Intro.</p>
            <h2 id="own">Own<a class="headerlink" href="#own">¶</a></h2><p>A.</p>
            <section id="around"><h3>Around <code>x</code></h3><p>B.</p></section>
            <div class="section" id="old"><h2><span id="alias"></span>Old</h2></div>
            <h2><a name="named"></a>Named</h2><p>C.</p><h2> </h2></main>
            """
        )
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Intro.
        ## Own #own
        paragraph: A.
        ### Around x #around
        paragraph: B.
        ## Old #old
        ## Named #named
        paragraph: C.
        """
    )
    assert page.root.children[1].targets == ["page:guide/page#alias"]


@pytest.mark.parametrize(
    "content",
    [
        "<header>no</header><main>{}</main><footer>no</footer>",
        '<nav>no</nav><div role="main">{}</div>',
        '<div class="sidebar">no</div><article>{}</article>',
        '<div class="x body">{}</div>',
        '<div class="document">{}</div>',
        '<div id="content">{}</div>',
        "<header>no</header><nav>no</nav><aside>no</aside>{}<footer>no</footer>",
        "<script>no()</script><style>no</style><template>no</template>{}<noscript>no</noscript>",
        '<div class="cookie-banner">no</div><ul class="breadcrumbs"><li>no</li></ul>{}',
        '<p hidden>no</p><div style="display: none">no</div><span aria-hidden="true">no</span>{}',
        "<main>{}<nav>no</nav><footer>no</footer></main>",
    ],
)
def test_only_the_main_content_is_read(content: str) -> None:
    assert sketch(html(body(content.format("<h1>T</h1><p>Yes.</p>")))) == "# T\nparagraph: Yes."


def test_the_title_is_the_first_heading_the_document_title_or_the_file_name() -> None:
    assert html(body("<h1>Heading</h1>", head="<title>Other</title>")).title == "Heading"
    assert html(body("<p>x</p>", head="<title>Install — Acme docs</title>")).title == "Install"
    assert html(body("<p>x</p>"), path="a/getting-started.html").title == "Getting started"
    assert html("", path="a/empty.html").title == "Empty"


def test_blocks_of_every_kind() -> None:
    page = html(
        body(
            """
            <p>One <b>two</b>
               three <code>c `d`</code><br>four <img src="x.png" alt="picture"> <kbd>K</kbd></p>
            Loose <i>text</i>
            <ul><li>a<ol start="3"><li>b</li><li><p>c</p><p>d</p></li></ol></li></ul>
            <blockquote><p>Said.</p><p>Again.</p></blockquote>
            <table><caption>Cap</caption><thead><tr><th>A</th><th>B</th></tr></thead>
            <tbody><tr><td>1</td><td>x | y</td></tr></tbody></table>
            <dl><dt id="term">Term</dt><dd>Meaning.</dd><dt>Bare</dt></dl>
            <hr>
            <div><span>In <a href="o.html"><p>block in inline</p></a></span></div>
            """
        )
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: One two three `` c `d` ``
        four picture K
        paragraph: Loose text
        list: - a
          3. b
          4. c
             d
        quote: Said.

        Again.
        paragraph: Cap
        table: | A | B |
        | --- | --- |
        | 1 | x \\| y |
        list: - Term: Meaning.
        - Bare
        paragraph: In
        paragraph: block in inline
        """
    )
    assert page.root.targets == ["page:guide/page#term"]


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ('<pre><code class="language-Python hljs">x = 1\n</code></pre>', "python"),
        (
            '<div class="highlight-console notranslate"><div class="highlight"><pre>x = 1</pre></div></div>',
            "console",
        ),
        ('<div class="highlight highlight-source-shell"><pre>x = 1</pre></div>', "shell"),
        ('<div class="highlight-default notranslate"><pre>x = 1</pre></div>', ""),
        ('<pre data-lang="rust">x = 1</pre>', "rust"),
        ('<pre><span class="linenos">1</span>x = 1</pre>', ""),
        ("<pre>x<span> = </span>1<br></pre>", ""),
        (
            (
                '<table class="highlighttable"><tr><td class="linenos"><pre>1</pre></td>'
                '<td class="code"><div class="highlight"><pre>x = 1</pre></div></td></tr></table>'
            ),
            "",
        ),
    ],
)
def test_code_keeps_its_language_and_loses_line_numbers(markup: str, language: str) -> None:
    [block] = html(body(markup)).root.blocks
    assert (block.kind, block.text, block.language) == ("code", "x = 1", language)


def test_described_symbols_of_sphinx_become_sections_of_their_own() -> None:
    page = html(
        body(
            """
            <h1>API</h1>
            <dl class="py class">
            <dt class="sig" id="pkg.C"><em>class </em><span>pkg.</span><span>C</span>(<em>a</em>,
              <em>b</em>)<a class="headerlink" href="#pkg.C">¶</a></dt>
            <dd><p>A class.</p>
              <dl class="py method"><dt class="sig" id="pkg.C.m">m()</dt><dt class="sig" id="pkg.C.n">n()</dt>
              <dd><p>Methods.</p></dd></dl>
              <p>More of it.</p></dd></dl>
            <p>After.</p>
            <dl class="js function"><dt id="f">f()</dt><dd></dd><dt>g()</dt></dl>
            """
        )
    )
    assert sketch(page) == expected(
        """
        # API
        paragraph: After.
        ## class pkg.C(a, b) #pkg.C <symbol>
        paragraph: A class.
        paragraph: More of it.
        ### m() #pkg.C.m <symbol>
        paragraph: `n()`
        paragraph: Methods.
        ## f() #f <symbol>
        ## g() <symbol>
        """
    )
    described = [section.targets for section in page.root.walk()][1:]
    assert described == [["py:pkg.C"], ["py:pkg.C.m", "py:pkg.C.n", "page:guide/page#pkg.C.n"], ["js:f"], []]


def test_admonitions_lead_their_text_with_their_title() -> None:
    page = html(
        body('<div class="admonition tip"><p class="admonition-title">Tip</p><p>Do it.</p></div><p>Next.</p>')
    )
    assert sketch(page) == "# Page\nparagraph: Tip: Do it.\nparagraph: Next."


def test_links_to_other_pages_of_the_tree_are_kept_with_their_text() -> None:
    page = html(
        body(
            '<p><a href="other.html#x">see <code>it</code></a> <a href="../a/">dir</a> <a href="#p">¶</a>'
            '<a href="https://example.com/">out</a> <a href="doc.pdf">pdf</a></p>'
        )
    )
    assert [(link.text, link.candidates) for link in page.root.links] == [
        ("see `it`", ("page:guide/other#x",)),
        ("dir", ("page:a", "page:a/index", "page:a/README")),
    ]


def test_what_the_head_says_becomes_metadata() -> None:
    head = '<meta name="Description" content=" About. "><link rel="canonical" href="https://x.org/p">'
    page = html(f'<html lang="en-GB"><head>{head}</head><body><p>x</p></body></html>')
    assert page.metadata == {"description": "About.", "language": "en-GB", "canonical_url": "https://x.org/p"}


def test_classified_elements_are_spans_and_their_links_are_left_out() -> None:
    page = html(
        body(
            """
            <p>A <span data-classification="restricted">secret <a href="s.html">s</a></span> end.</p>
            <div data-classification="confidential"><p>Two</p><ul><li>x</li></ul><h2 id="h">H</h2>
            <p>y</p></div>
            <ul><li data-classification="internal">item</li><li>open</li></ul>
            """
        )
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: A secret s end. <secret s !restricted>
        paragraph: Two <Two !confidential>
        list: - x <- x !confidential>
        list: - item <- item !internal>
        list: - open
        ## H #h !confidential
        paragraph: y
        """
    )
    assert page.root.links == []


def test_a_title_never_holds_a_classified_word() -> None:
    page = html(body('<h1>Plan <i data-classification="restricted">Zeus</i> now</h1><p>x</p>'))
    assert page.title == "Plan now"
    page = html(
        body('<div data-classification="restricted"><h1>Zeus</h1></div><p>x</p>', head="<title>T</title>")
    )
    assert sketch(page) == "# T\nparagraph: x\n## Zeus !restricted"


def test_a_page_can_be_classified_and_an_unknown_level_fails_closed() -> None:
    page = html(body("<p>x</p>", head='<meta name="classification" content="internal">'))
    assert (page.root.classification.label, "front_matter_error" in page.metadata) == ("internal", False)
    page = html(body("<p>x</p>", head='<meta name="classification" content="hush">'))
    assert page.root.classification.label == "restricted"
    assert page.metadata["front_matter_error"].startswith(
        "classification 'hush' is not one of public, internal"
    )


@pytest.mark.parametrize(
    ("path", "url"),
    [("index.html", ""), ("a/index.htm", "a/"), ("a/b.html", "a/b.html")],
)
def test_addresses_are_those_of_the_files(path: str, url: str) -> None:
    page = html("<p>x</p>", path=path)
    assert (page.url, page.path) == (url, path.rpartition(".")[0])


@pytest.mark.parametrize(
    ("path", "accepted"),
    [
        ("a/b.html", True),
        ("b.HTM", True),
        ("genindex.html", False),
        ("_static/x.html", False),
        ("a.md", False),
    ],
)
def test_generated_indexes_and_private_folders_are_no_pages(path: str, accepted: bool) -> None:
    assert HtmlParser().accepts(path) is accepted


# --- characters ------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        "<p>é€</p>".encode(),
        "<meta charset=windows-1252><p>é€</p>".encode("cp1252"),
        "<meta http-equiv='Content-Type' content='text/html; charset=ISO-8859-1'><p>é€</p>".encode("cp1252"),
        "<?xml version='1.0' encoding='utf-8'?><html><body><p>é€</p></body></html>".encode(),
        "<p>é€</p>".encode("utf-16"),
        "\ufeff<p>é€</p>".encode(),
    ],
)
def test_the_declared_charset_is_honoured(data: bytes) -> None:
    assert HtmlParser().parse("a.html", data, includes={}).root.blocks[0].text == "é€"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<p>\xff</p>", "a.html is not UTF-8 text (byte 0xff at position 3); save it as UTF-8."),
        (
            b"<meta charset='shift_jis'><p>\xff\xff</p>",
            "a.html is not shift_jis text, as it declares; declare the charset it has or save it as UTF-8.",
        ),
        (
            b"<meta charset=klingon><p>x</p>",
            "a.html declares the unknown charset 'klingon'; save it as UTF-8 and declare that.",
        ),
    ],
)
def test_text_that_cannot_be_decoded_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ParseError) as refused:
        HtmlParser().parse("a.html", data, includes={})
    assert str(refused.value) == message


def test_no_entity_is_expanded_and_nothing_is_fetched() -> None:
    page = html(
        '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "aaa">]>'
        "<html><body><p>&x; &a; &amp;</p></body></html>"
    )
    text = "".join(block.text for block in page.root.blocks)
    assert "root:" not in text
    assert "aaa" not in text


def test_markup_that_never_closes_is_forgiven() -> None:
    assert sketch(html("<h1>T<p>a<b>b<li>c")) != ""
    assert html("<div>" * 5_000 + "deep").path == "guide/page"
