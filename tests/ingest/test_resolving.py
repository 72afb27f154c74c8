from __future__ import annotations

from cogi.corpus.snapshot import EdgeDraft
from cogi.corpus.vocabulary import EdgeLabel
from cogi.ingest.addressing import Uids, address_pages
from cogi.ingest.documents import Link, Page, Section
from cogi.ingest.resolving import Resolved, resolve_links


def resolve(*links: Link) -> Resolved:
    target = Section("T", "", children=[Section("S", "s", targets=["label:s", "setting:X"])])
    pages = [
        Page("from", "from/", Section("F", "", links=list(links))),
        Page("to", "to/", target),
        Page("twin", "twin/", Section("W", "", targets=["label:s"])),
    ]
    return resolve_links(address_pages(pages, Uids()))


def xref(target: str, count: float, *texts: str) -> EdgeDraft:
    return EdgeDraft("from", target, EdgeLabel.XREF, count, {"texts": list(texts)})


def test_pages_anchors_and_names_are_found() -> None:
    resolved = resolve(Link(("page:to",)), Link(("page:to#s",)), Link(("setting:X",)))

    assert resolved == Resolved([xref("to", 1.0), xref("to#s", 2.0)], 0)


def test_candidates_are_tried_in_order() -> None:
    assert resolve(Link(("label:gone", "page:to#s", "page:to"))).edges == [xref("to#s", 1.0)]


def test_an_unknown_anchor_leads_to_its_page_when_nothing_better_is_found() -> None:
    assert resolve(Link(("page:to#gone",))).edges == [xref("to", 1.0)]
    assert resolve(Link(("page:to#gone", "setting:X"))).edges == [xref("to#s", 1.0)]


def test_a_name_belongs_to_the_first_section_that_claims_it() -> None:
    assert resolve(Link(("label:s",))).edges == [xref("to#s", 1.0)]


def test_unresolved_links_are_counted_and_links_to_oneself_are_dropped() -> None:
    assert resolve(Link(("label:gone",)), Link(("page:gone#x",)), Link(("page:from",))) == Resolved([], 2)


def test_an_edge_keeps_its_count_and_a_few_distinct_texts() -> None:
    links = [Link(("page:to",), f"text {number % 8}") for number in range(20)]

    assert resolve(*links).edges == [xref("to", 20.0, "text 0", "text 1", "text 2", "text 3", "text 4")]
