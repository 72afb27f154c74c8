"""Tests of the scripts' own functions, called in Chromium through their modules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from cogi.portal.narrowing import as_it_was_typed, as_typed, facets_of, filter_label, title_of
from cogi.portal.notices import count_line, degradation_notice, notice_class
from cogi.retrieval.results import Degradation, FacetValue, Results, StatedFilter

pytestmark = pytest.mark.django_db

BLOCKS = """async (text) => {
  const { splitBlocks } = await import("/static/cogi/portal/js/markdown/blocks.js");
  return splitBlocks(text).map(({ kind, text }) => ({ kind, text }));
}"""
DRAWN = """async (texts) => {
  const { markdownContext, updateMarkdown } = await import("/static/cogi/portal/js/markdown/render.js");
  const context = markdownContext([
    { number: 1, title: "One", href: "https://docs.example/a" },
    { number: 2, title: "Two", href: "/b" },
  ]);
  const box = document.createElement("div");
  const firsts = texts.map((text) => (updateMarkdown(box, text, context), box.firstElementChild));
  return { html: box.innerHTML, kept: firsts.every((first) => first === firsts[0]) };
}"""
MARKED = """async (snippet) => {
  const { markedText } = await import("/static/cogi/portal/js/marked-text.js");
  const box = document.createElement("div");
  box.append(markedText(snippet));
  return box.innerHTML;
}"""
EVENTS = """async (chunks) => {
  const { serverSentEvents } = await import("/static/cogi/portal/js/server-sent-events.js");
  const body = new ReadableStream({
    start(sink) {
      for (const chunk of chunks) sink.enqueue(Uint8Array.from(chunk));
      sink.close();
    },
  });
  const seen = [];
  for await (const event of serverSentEvents(body)) seen.push([event.event, event.data]);
  return seen;
}"""
NOTICES = """async ([degradations, results]) => {
  const { countLine, degradationNotice, noticeClass } = await import("/static/cogi/portal/js/notices.js");
  return [degradations.map(degradationNotice), degradations.map(noticeClass), results.map(countLine)].flat();
}"""

NARROWING = """async ([fields, values, filters, typed]) => {
  const narrowing = await import("/static/cogi/portal/js/narrowing.js");
  return [
    fields.map(narrowing.titleOf),
    values.map((value) => narrowing.asTyped("tags", value)),
    filters.map(narrowing.filterLabel),
    typed.map(([query, corrected]) => narrowing.asItWasTyped(query, corrected)),
  ];
}"""
FACETS = """async (results) => {
  const { facetsOf } = await import("/static/cogi/portal/js/narrowing.js");
  return facetsOf(results, "a/1/en", new Map()).map((facet) => [
    facet.querySelector("h2").textContent,
    [...facet.querySelectorAll("a")].map((link) => [
      link.querySelector("span").textContent,
      link.querySelector("small").textContent,
      link.getAttribute("data-query"),
      link.getAttribute("data-scope"),
    ]),
  ]);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, server: str) -> Iterator[Page]:
    """One page for all tests: they call functions and leave nothing behind."""
    with browser.new_page() as page:
        page.goto(f"{server}/static/cogi/portal/logo.svg")
        yield page


def drawn(page: Page, *texts: str) -> str:
    return str(page.evaluate(DRAWN, list(texts))["html"])


def test_browser_and_server_use_the_same_words(page: Page) -> None:
    degradations = [
        Degradation(engine, reason)
        for engine in ("dense", "lexical", "graph", "episodic", "reranker", "sparse")
        for reason in ("deadline", "error", "off", "incomplete", "moon")
    ]
    counts: list[tuple[int, dict[str, float]]] = [(0, {"total": 0.4}), (1, {"total": 2.6}), (12345, {})]
    told = page.evaluate(
        NOTICES,
        [
            [{"engine": each.engine, "reason": each.reason} for each in degradations],
            [{"total": total, "timings_ms": timings} for total, timings in counts],
        ],
    )

    assert told == [
        *(degradation_notice(each) for each in degradations),
        *(notice_class(each) for each in degradations),
        *(count_line(Results("x", total, (), timings_ms=timings)) for total, timings in counts),
    ]


def test_browser_and_server_narrow_in_the_same_words(page: Page) -> None:
    fields = ["kind", "scope", "section", "language", "path", "reading_level", "ms.date", "x-y"]
    values = ["orm", "Core team", 'the "core" team', "“x”", "a:b", "c++", "é 認証", "\uff02x", "a\u00a0b"]
    filters = [
        StatedFilter("kind", "learningPath", False, "x"),
        StatedFilter("path", "topics/db", True, "x"),
        StatedFilter("", "session cookie", True, "x"),
    ]
    typed = [("how to djagno -x", "how to django -x"), ("a b", "a"), ("same", "same")]
    told = page.evaluate(NARROWING, [fields, values, [asdict(each) for each in filters], typed])

    assert told == [
        [title_of(field) for field in fields],
        [as_typed("tags", value) for value in values],
        [filter_label(each) for each in filters],
        [as_it_was_typed(*pair) for pair in typed],
    ]


def test_browser_and_server_offer_the_same_facets(page: Page) -> None:
    facets = {
        "kind": [FacetValue("page", 1234), FacetValue("learningPath", 3)],
        "scope": [FacetValue("a/1/en", 1200), FacetValue("b/1/en", 37)],
        "section": [FacetValue(f"Part {number}", 1) for number in range(10)],
        "language": [FacetValue("en", 1237)],
        "tags": [FacetValue("orm", 2)],
    }
    drawn = page.evaluate(FACETS, {"query": "log in", "facets": asdict(Results("", 0, (), facets))["facets"]})

    offered = facets_of(Results("log in", 1237, (), facets), scope="a/1/en")
    assert drawn == [
        [facet.title, [[each.label, f"{each.count:,}", each.query, each.scope] for each in facet.values]]
        for facet in offered
    ]


@pytest.mark.parametrize(
    ("snippet", "html"),
    [
        ("a <mark>b</mark> &lt;c&gt; &amp;amp;", "a <mark>b</mark> &lt;c&gt; &amp;amp;"),
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        ('<mark onclick="x">b</mark>', '&lt;mark onclick="x"&gt;b'),
        ("<mark><b>x</b></mark>", "<mark>&lt;b&gt;x&lt;/b&gt;</mark>"),
    ],
)
def test_a_snippet_keeps_its_marks_and_nothing_else(page: Page, snippet: str, html: str) -> None:
    assert page.evaluate(MARKED, snippet) == html


def chunked(text: str, size: int) -> list[list[int]]:
    data = text.encode()
    return [list(data[at : at + size]) for at in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_events_are_decoded_however_they_are_cut(page: Page, size: int, newline: str) -> None:
    text = ": heartbeat\n\nid: 1\nevent: token\ndata: é\ndata:  two\n\nevent: done\ndata:{}\n\ndata: cut off"

    events = page.evaluate(EVENTS, chunked(text.replace("\n", newline), size))

    assert events == [["token", "é\n two"], ["done", "{}"]]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one\ntwo\n\nthree", [("paragraph", "one\ntwo"), ("paragraph", "three")]),
        ("```py\nx\n\ny\n```\nafter", [("code", "x\n\ny"), ("paragraph", "after")]),
        ("~~~\n```\n~~~", [("code", "```")]),
        ("```py\nnot closed", [("code", "not closed")]),
        ("## Head ##\ntext", [("heading", "Head"), ("paragraph", "text")]),
        ("text\n- item", [("paragraph", "text"), ("list", None)]),
        ("> said\n\nx", [("quote", None), ("paragraph", "x")]),
        ("| a |\n|---|\n| b |", [("table", None)]),
        ("a | b, no table", [("paragraph", "a | b, no table")]),
    ],
)
def test_markdown_is_cut_into_blocks(page: Page, text: str, blocks: list[tuple[str, Any]]) -> None:
    assert [(block["kind"], block.get("text")) for block in page.evaluate(BLOCKS, text)] == blocks


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("`a <b>` **c** *d*", "<p><code>a &lt;b&gt;</code> <strong>c</strong> <em>d</em></p>"),
        ("`` a`b ``", "<p><code>a`b</code></p>"),
        ("one ` tick", "<p>one ` tick</p>"),
        ("snake_case_name and 2*3*4", "<p>snake_case_name and 2*3*4</p>"),
        ("[3] and [x]", "<p>[3] and [x]</p>"),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("- a\n  goes on", "<ul><li>a goes on</li></ul>"),
        ("> **x**", "<blockquote><p><strong>x</strong></p></blockquote>"),
        ("[a](https://elsewhere.example/)", "<p><span>a</span></p>"),
        ("[a](javascript:alert)", "<p><span>a</span></p>"),
    ],
)
def test_markdown_is_drawn(page: Page, text: str, html: str) -> None:
    assert drawn(page, text) == html


def test_citations_and_links_lead_to_the_sources(page: Page) -> None:
    html = drawn(page, "x [1, 2] [a](https://docs.example/other)")

    assert 'href="https://docs.example/a"' in html
    assert 'aria-label="Source 2: Two"' in html
    assert '<a href="https://docs.example/other" target="_blank" rel="noopener">a</a>' in html


def test_tables_keep_their_cells(page: Page) -> None:
    html = drawn(page, "| a | b |\n|---|---|\n| `1` | x \\| y |")

    assert '<th scope="col">a</th>' in html
    assert "<td><code>1</code></td><td>x | y</td>" in html


def test_growing_text_keeps_the_nodes_of_finished_blocks(page: Page) -> None:
    result = page.evaluate(DRAWN, ["one\n\ntw", "one\n\ntwo\n\nthree", "one\n\ntwo\n\nthree"])

    assert result == {"html": "<p>one</p><p>two</p><p>three</p>", "kept": True}
