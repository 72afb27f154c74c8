from __future__ import annotations

import pytest

from tests.ingest.parsers.sketching import markdown


def candidates(source: str, path: str = "guide/topic/page.md", **files: str) -> list[tuple[str, ...]]:
    page = markdown(
        source, path=path, files={name.replace("_yml", ".yml"): text for name, text in files.items()}
    )
    return [link.candidates for link in page.root.links]


@pytest.mark.parametrize(
    ("href", "first"),
    [
        ("other.md", "page:guide/topic/other"),
        ("../a/b.md#x", "page:guide/a/b#x"),
        ("./Some%20File.mdx?plain=1#%C3%BC", "page:guide/topic/Some File#ü"),
        ("/abs/path", "page:abs/path"),
        ("/abs/path/", "page:abs/path"),
        ("#here", "page:guide/topic/page#here"),
        ("../index.html", "page:guide/index"),
        ("xref:acme.uid?view=1", "uid:acme.uid"),
    ],
)
def test_an_address_gives_the_page_it_means(href: str, first: str) -> None:
    assert candidates(f"[text]({href})")[0][0] == first


@pytest.mark.parametrize(
    "href",
    [
        "https://example.com/a.md",
        "mailto:a@b.c",
        "//host/x",
        "../../../out.md",
        "image.png",
        "#",
        "http://[x",
    ],
)
def test_other_addresses_are_no_links(href: str) -> None:
    assert candidates(f"[text](<{href}>)") == []


def test_a_directory_means_its_index() -> None:
    assert candidates("[x](../setup/)") == [
        ("page:guide/setup", "page:guide/setup/index", "page:guide/setup/README")
    ]
    assert candidates("[x](/)") == [("page:index", "page:README")]


def test_reference_links_html_links_and_repeated_links() -> None:
    source = '[One][ref] and <a href="b.md">two</a>, [One][ref].\n\n[ref]: a.md "Title"\n'
    assert candidates(source, path="page.md") == [("page:a",), ("page:b",)]


def test_links_in_mkdocs_also_resolve_against_the_published_address() -> None:
    found = candidates("[x](../other/)", path="docs/a/page.md", mkdocs_yml="site_name: x")
    assert found == [
        (
            "page:other",
            "page:other/index",
            "page:other/README",
            "page:a/other",
            "page:a/other/index",
            "page:a/other/README",
        )
    ]


def test_absolute_links_to_the_site_itself_are_links() -> None:
    found = candidates(
        "[x](https://ex.org/docs/a/#b)", path="docs/p.md", mkdocs_yml="site_url: https://ex.org/docs/"
    )
    assert found[0][0] == "page:a#b"


def test_uids_are_references_where_the_site_has_them() -> None:
    page = markdown(
        "See @acme.core.start, <xref:acme.other> and me@acme.com or `@acme.code`.",
        path="p.md",
        files={"docfx.json": "{}"},
    )
    assert [link.candidates for link in page.root.links] == [("uid:acme.core.start",), ("uid:acme.other",)]
    assert markdown("See @acme.core.start.").root.links == []


def test_links_stand_with_their_section_and_text() -> None:
    page = markdown("## A\n\n- [`x` *y*](a.md)\n\n| h |\n|---|\n| [z](b.md) |\n")
    assert [(link.text, link.candidates[0]) for link in page.root.children[0].links] == [
        ("`x` y", "page:guide/a"),
        ("z", "page:guide/b"),
    ]
