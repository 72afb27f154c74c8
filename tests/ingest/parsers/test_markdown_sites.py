from __future__ import annotations

from textwrap import dedent

import pytest

from cogi.ingest.documents import NavigationEntry as Entry
from cogi.ingest.parsers.markdown import MarkdownParser


def prepared_tree(files: dict[str, str]) -> MarkdownParser:
    parser = MarkdownParser()
    wanted = parser.configuration_files(sorted(files))
    parser.prepare({path: dedent(files[path]).encode() for path in wanted})
    return parser


def urls(parser: MarkdownParser, *paths: str) -> list[str]:
    return [parser.parse(path, b"Text.", includes={}).url for path in paths]


def anchors(parser: MarkdownParser, path: str, *headings: str) -> list[str]:
    text = "\n\n".join(f"## {heading}" for heading in headings)
    return [section.anchor for section in parser.parse(path, text.encode(), includes={}).root.children]


HEADINGS = ("Same: one", "Same: one", "Ünïcode & `code`", "日本語", "Stated {#my-id}", "my id")


# --- no configuration ------------------------------------------------------------


def test_a_tree_without_generator_is_addressed_as_on_github() -> None:
    parser = prepared_tree({"a/b.md": ""})
    assert urls(parser, "a/b.md", "README.md") == ["a/b.md", "README.md"]
    assert anchors(parser, "a.md", *HEADINGS) == [
        "same-one",
        "same-one-1",
        "ünïcode--code",
        "日本語",
        "my-id",
        "my-id-1",
    ]


@pytest.mark.parametrize(
    ("path", "accepted"),
    [
        ("a.md", True),
        ("a.MARKDOWN", True),
        ("a.mdx", True),
        ("a.txt", False),
        ("LICENSE.md", False),
        (".github/a.md", False),
        ("x/node_modules/y/README.md", False),
    ],
)
def test_licences_and_vendored_files_are_no_pages(path: str, accepted: bool) -> None:
    assert prepared_tree({}).accepts(path) is accepted


# --- MkDocs ------------------------------------------------------------


def test_mkdocs_publishes_pages_as_directories() -> None:
    parser = prepared_tree({"mkdocs.yml": "site_name: x"})
    paths = ("docs/index.md", "docs/tutorial/README.md", "docs/tutorial/first.md")
    assert urls(parser, *paths) == ["", "tutorial/", "tutorial/first/"]
    assert parser.parse(paths[2], b"", includes={}).path == "tutorial/first"


def test_mkdocs_publishes_files_when_told_so() -> None:
    parser = prepared_tree({"mkdocs.yml": "use_directory_urls: false"})
    paths = ("docs/index.md", "docs/tutorial/index.md", "docs/tutorial/first.md")
    assert urls(parser, *paths) == ["", "tutorial/index.html", "tutorial/first.html"]


def test_mkdocs_reads_pages_only_below_its_docs_directory() -> None:
    parser = prepared_tree({"site/mkdocs.yml": "docs_dir: pages"})
    found = [path for path in ("site/pages/a.md", "site/b.md", "README.md") if parser.accepts(path)]
    assert found == ["site/pages/a.md"]
    assert parser.parse("site/pages/a.md", b"", includes={}).path == "a"


def test_mkdocs_slugs_headings_as_python_markdown() -> None:
    parser = prepared_tree({"mkdocs.yml": "site_name: x"})
    assert anchors(parser, "docs/a.md", *HEADINGS) == [
        "same-one",
        "same-one_1",
        "unicode-code",
        "_1",
        "my-id",
        "my-id_1",
    ]


def test_mkdocs_slugs_headings_in_unicode_when_configured() -> None:
    parser = prepared_tree(
        {
            "mkdocs.yml": """
            markdown_extensions:
              - admonition
              - toc:
                  slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}
            """
        }
    )
    assert anchors(parser, "docs/a.md", *HEADINGS[:4]) == [
        "same-one",
        "same-one_1",
        "ünïcode--code",
        "日本語",
    ]


def test_mkdocs_navigation_gives_groups_pages_and_titles() -> None:
    parser = prepared_tree(
        {
            "mkdocs.yml": """
            theme: {name: material, features: [navigation.indexes]}
            nav:
              - Home: index.md
              - plain.md
              - Guide:
                  - guide/index.md
                  - First: guide/first.md
                  - Site: https://example.com
              - "":
                  - learn/index.md
                  - learn/a.md
              - Empty: []
            """
        }
    )
    assert parser.navigation() == (
        Entry("Home", "index"),
        Entry("", "plain"),
        Entry("Guide", "guide/index", (Entry("First", "guide/first"),)),
        Entry("", "learn/index", (Entry("", "learn/a"),)),
    )
    assert parser.parse("docs/guide/first.md", b"No heading.", includes={}).title == "First"
    assert parser.parse("docs/guide/first.md", b"# Own heading", includes={}).title == "Own heading"


def test_mkdocs_configuration_is_inherited_and_its_tags_run_nothing() -> None:
    parser = prepared_tree(
        {
            "mkdocs.yml": "INHERIT: base/mkdocs.base.yml\nsite_url: !ENV [URL, 'x']\nnav: [a.md]\n",
            "base/mkdocs.base.yml": """
            docs_dir: text
            nav: [b.md]
            extra: !!python/name:os.system
            hooks: !!python/object/apply:os.system ["exit 1"]
            other: !relative $docs_dir
            """,
        }
    )
    assert parser.accepts("text/a.md")
    assert parser.navigation() == (Entry("", "a"),)


def test_a_broken_mkdocs_configuration_counts_as_an_empty_one() -> None:
    parser = prepared_tree({"mkdocs.yml": "a: ["})
    assert (parser.navigation(), urls(parser, "docs/a.md")) == ((), ["a/"])


# --- Mintlify ------------------------------------------------------------

DOCS_JSON = """
{"navigation": {"languages": [
  {"language": "fr", "pages": ["fr/index", "only-french"]},
  {"language": "en", "default": true, "versions": [
    {"version": "v2", "tabs": [
      {"tab": "Guides", "groups": [
        {"group": "Start", "pages": ["index", "GET /users", "https://x.org",
          {"group": "CLI", "root": "cli/index", "pages": ["/cli/install.mdx"]}]}]},
      {"tab": "API", "openapi": "openapi.json"}]},
    {"version": "v1", "pages": ["old", "index"]}]},
  {"$ref": "./es.json"}
]}}
"""


def test_mintlify_navigation_takes_the_default_language_and_version() -> None:
    parser = prepared_tree({"docs.json": DOCS_JSON})
    assert parser.navigation() == (
        Entry(
            "Guides",
            None,
            (
                Entry(
                    "Start",
                    None,
                    (Entry("", "index"), Entry("CLI", "cli/index", (Entry("", "cli/install"),))),
                ),
            ),
        ),
    )


def test_mintlify_leaves_out_snippets_and_what_only_other_branches_list() -> None:
    parser = prepared_tree({"docs.json": DOCS_JSON})
    pages = ["index.mdx", "cli/install.mdx", "unlisted.md"]
    others = ["snippets/a.mdx", "fr/x.mdx", "es/x.mdx", "old.mdx", "only-french.mdx"]
    assert [path for path in [*pages, *others] if parser.accepts(path)] == pages


def test_mintlify_addresses_have_neither_suffix_nor_index() -> None:
    parser = prepared_tree({"mint.json": '{"navigation": [{"group": "G", "pages": ["a"]}]}'})
    assert urls(parser, "index.mdx", "cli/index.mdx", "components/update.mdx") == [
        "",
        "cli",
        "components/update",
    ]
    assert parser.navigation() == (Entry("G", None, (Entry("", "a"),)),)


@pytest.mark.parametrize(
    "text", ["{", "[]", "{}", '{"navigation": 3}', '{"navigation": {"pages": [3, {"group": "x"}]}}']
)
def test_json_that_is_no_mintlify_navigation_gives_none(text: str) -> None:
    assert prepared_tree({"docs.json": text}).navigation() == ()


# --- Docusaurus ------------------------------------------------------------


def test_docusaurus_orders_pages_by_position_prefix_and_name() -> None:
    parser = prepared_tree(
        {
            "docusaurus.config.ts": "throw new Error('never run')",
            "docs/zebra.md": "---\nsidebar_position: 1\n---\n",
            "docs/02-intro.md": "Text.",
            "docs/aaa.mdx": "Text.",
            "docs/guides/_category_.json": '{"label": "How-to", "position": 1.5}',
            "docs/guides/index.md": "Text.",
            "docs/guides/b.md": "---\nsidebar_position: 2\n---\n",
            "docs/guides/a.md": "---\nsidebar_position: 3\n---\n",
            "docs/api/_category_.yml": "label: [",
            "docs/api/_partial.md": "Text.",
            "docs/api/x.md": "Text.",
            "blog/post.md": "Text.",
        }
    )
    assert parser.navigation() == (
        Entry("", "zebra"),
        Entry("How-to", "guides/index", (Entry("", "guides/b"), Entry("", "guides/a"))),
        Entry("", "02-intro"),
        Entry("", "aaa"),
        Entry("Api", None, (Entry("", "api/x"),)),
    )
    assert not parser.accepts("docs/api/_partial.md")
    assert not parser.accepts("blog/post.md")


def test_docusaurus_addresses_follow_slug_id_and_number_prefixes() -> None:
    parser = prepared_tree({"docusaurus.config.js": ""})
    assert urls(parser, "docs/01-guides/02-first.md", "docs/guides/guides.mdx", "docs/index.md") == [
        "docs/guides/first",
        "docs/guides",
        "docs",
    ]
    slugged = {"slug: /root": "docs/root", "slug: near": "docs/a/near", "id: other": "docs/a/other"}
    for front_matter, url in slugged.items():
        page = parser.parse("docs/a/b.md", f"---\n{front_matter}\n---\n".encode(), includes={})
        assert page.url == url


def test_a_docusaurus_docs_folder_alone_is_recognised_by_its_categories() -> None:
    parser = prepared_tree({"guides/_category_.json": '{"label": "G"}', "guides/a.md": "Text."})
    assert parser.navigation() == (Entry("G", None, (Entry("", "guides/a"),)),)
    assert urls(parser, "guides/a.md") == ["guides/a"]


# --- Microsoft Learn ------------------------------------------------------------


def test_learn_navigation_follows_nested_tables_of_contents() -> None:
    parser = prepared_tree(
        {
            "docs/toc.yml": """
            items:
              - name: Overview
                href: index.md
              - name: Guides
                href: guides/toc.yml
              - name: Elsewhere
                href: https://example.com/a.md
              - name: Group
                expanded: true
                items:
                  - {name: Deep, href: "deep.md?view=1"}
            """,
            "docs/guides/toc.yml": "- {name: First, href: first.md}\n- {name: Back, href: ../toc.yml}\n",
        }
    )
    assert parser.navigation() == (
        Entry("Overview", "index"),
        Entry("Guides", None, (Entry("First", "guides/first"), Entry("Back"))),
        Entry("Group", None, (Entry("Deep", "deep"),)),
    )


def test_learn_addresses_have_no_suffix_and_includes_are_no_pages() -> None:
    parser = prepared_tree({"docs.config.json": "{}"})
    assert urls(parser, "a/b.md", "a/index.md", "index.md") == ["a/b", "a/", ""]
    assert not parser.accepts("a/includes/b.md")


def test_a_broken_table_of_contents_gives_no_navigation() -> None:
    assert prepared_tree({"toc.yml": "a: ["}).navigation() == ()
    assert prepared_tree({"toc.yml": "items: 3"}).navigation() == ()


def test_the_configuration_nearest_the_root_decides() -> None:
    parser = prepared_tree({"examples/mkdocs.yml": "", "docs.json": '{"navigation": {"pages": ["a"]}}'})
    assert urls(parser, "guide/b.mdx") == ["guide/b"]


# --- Sphinx --------------------------------------------------------------

CONF = "project = 'x'\nextensions = ['myst_parser']\nraise SystemExit('never run')\n"


def test_sphinx_addresses_and_ids_are_those_of_its_builder() -> None:
    parser = prepared_tree({"docs/conf.py": CONF})
    assert urls(parser, "docs/index.md", "docs/a/b.md") == ["index.html", "a/b.html"]
    assert anchors(parser, "docs/a.md", *HEADINGS[:3], "1. First", "2. First") == [
        "same-one",
        "id1",
        "unicode-code",
        "first",
        "id2",
    ]
    paths = ["docs/a.md", "docs/README.md", "docs/_build/a.md", "README.md"]
    assert [path for path in paths if parser.accepts(path)] == ["docs/a.md"]


def test_a_conf_py_of_another_kind_is_no_sphinx_project() -> None:
    assert urls(prepared_tree({"app/conf.py": "project = 1\n"}), "app/a.md") == ["app/a.md"]


LEARN = {
    "docs.config.json": "{}",
    "m/index.yml": """\
    ### YamlMime:Module
    uid: acme.m
    title: The module
    units: [acme.m.two, acme.m.one, acme.m.quiz]
    """,
    "m/1-one.yml": """\
    ### YamlMime:ModuleUnit
    uid: acme.m.one
    title: Unit one
    metadata: {ms.date: 2024-05-06, title: Other}
    content: |
      [!include[](includes/1-one.md)]
    """,
    "m/2-two.yml": "### YamlMime:ModuleUnit\nuid: acme.m.two\ncontent: '[!INCLUDE [x](includes/two.md)]'\n",
    "m/quiz.yml": "### YamlMime:ModuleUnit\nuid: acme.m.quiz\nquiz: {}\n",
    "m/broken.yml": "### YamlMime:ModuleUnit\nuid: [\n",
    "m/list.yml": "### YamlMime:Module\n- a\n",
}


def test_training_units_of_learn_are_pages_named_by_their_yaml() -> None:
    parser = prepared_tree(LEARN)
    page = parser.parse("m/includes/1-one.md", b"Text.", includes={})
    assert (page.path, page.url, page.title) == ("m/1-one", "m/1-one", "Unit one")
    assert page.metadata == {"uid": "acme.m.one", "title": "Unit one", "ms.date": "2024-05-06"}
    assert page.root.targets == ["uid:acme.m.one"]
    assert parser.accepts("m/includes/two.md")
    assert not parser.accepts("m/includes/other.md")


def test_training_modules_of_learn_order_their_units() -> None:
    assert prepared_tree(LEARN).navigation() == (
        Entry("The module", None, (Entry("", "m/2-two"), Entry("Unit one", "m/1-one"))),
    )
