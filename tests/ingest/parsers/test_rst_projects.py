"""What a Sphinx project says of itself is read from its files; nothing of it is run."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from docutils.core import publish_doctree

from cogi.ingest.parsers.base import ParseError
from cogi.ingest.parsers.rst import RestructuredTextParser
from cogi.ingest.parsers.rst.urls import Builder
from tests.ingest.parsers.rst import prepared, rst, texts


def accepted(files: dict[str, str]) -> list[str]:
    parser = prepared(files)
    return [path for path in files if parser.accepts(path)]


def test_pages_are_what_sphinx_would_publish() -> None:
    files = {
        "docs/conf.py": "exclude_patterns = ['drafts', '**/old-*.rst', 'x[0-9].rst', 'y?.rst']",
        "docs/index.rst": "",
        "docs/README.rst": "",
        "docs/notes.txt": "",
        "docs/drafts/a.rst": "",
        "docs/deep/old-b.rst": "",
        "docs/x1.rst": "",
        "docs/ya.rst": "",
        "docs/yab.rst": "",
        "docs/_build/c.rst": "",
        "docs/includes/d.rst": "",
        "docs/.hidden/e.rst": "",
        "CHANGES.rst": "",
    }

    assert accepted(files) == ["docs/index.rst", "docs/yab.rst"]


def test_without_sphinx_every_rst_file_is_a_page_and_no_txt_file() -> None:
    files = {"a.rst": "", "b.txt": "", "LICENSE.rst": "", "sub/c.RST": "", "d.md": ""}

    assert accepted(files) == ["a.rst", "sub/c.RST"]


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("source_suffix = '.txt'", ["a.txt"]),
        ("source_suffix = ['.rst', '.txt', '.md']", ["a.rst", "a.txt"]),
        (
            "source_suffix: dict = {'.txt': 'restructuredtext', '.rst': None, '.md': 'markdown'}",
            ["a.rst", "a.txt"],
        ),
        ("source_suffix = compute()", ["a.rst"]),
        ("this is not Python", ["a.rst"]),
    ],
)
def test_txt_files_are_pages_where_the_project_says_so(stated: str, expected: list[str]) -> None:
    assert accepted({"conf.py": stated, "a.rst": "", "a.txt": "", "requirements.txt": ""}) == expected


def test_configuration_is_not_run(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    conf = f"open({str(proof)!r}, 'w')\nraise SystemExit\n"

    assert texts(rst("Text.", files={"conf.py": conf})) == ["Text."]
    assert not proof.exists()


@pytest.mark.parametrize(
    ("builder", "urls"),
    [
        ("html", ["index.html", "topics/index.html", "topics/auth.html"]),
        ("dirhtml", ["", "topics/", "topics/auth/"]),
    ],
)
def test_urls_follow_the_builder(builder: Builder, urls: list[str]) -> None:
    files = {
        "docs/conf.py": "",
        "docs/index.rst": "",
        "docs/topics/index.rst": "",
        "docs/topics/auth.rst": "",
    }
    parser = prepared(files, builder=builder)
    pages = [parser.parse(path, b"Text.", includes={}) for path in list(files)[1:]]

    assert [page.url for page in pages] == urls
    assert [page.path for page in pages] == ["docs/index", "docs/topics/index", "docs/topics/auth"]


@pytest.mark.parametrize(
    ("files", "url"),
    [
        ({}, "a.html"),
        ({".readthedocs.yaml": "sphinx:\n  builder: dirhtml\n"}, "a/"),
        ({"Makefile": "html:\n\t$(SPHINXBUILD) -b dirhtml . _build\n"}, "a/"),
        ({"_ext/docs.py": "class Builder:\n    name = 'djangohtml'\n"}, "a/"),
        ({"scripts/docs.py": "name = 'djangohtml'\n"}, "a.html"),
    ],
)
def test_the_builder_is_found_in_the_project(files: dict[str, str], url: str) -> None:
    parser = prepared({"conf.py": "", "a.rst": "", **files})

    assert parser.parse("a.rst", b"Text.", includes={}).url == url


def test_a_stated_builder_overrides_what_is_found() -> None:
    files = {"conf.py": "", "a.rst": "", ".readthedocs.yaml": "builder: dirhtml"}

    assert prepared(files, builder="html").parse("a.rst", b"Text.", includes={}).url == "a.html"


def test_fields_at_the_head_of_a_page_are_its_metadata() -> None:
    page = rst(
        """
        .. a comment first

        :orphan:
        :author: Ada *Lovelace*
        :tocdepth: 2

        Title
        =====

        :field: stays
        """
    )

    assert page.metadata == {"orphan": True, "author": "Ada Lovelace", "tocdepth": "2"}
    assert texts(page) == ["- field: stays"]


def test_a_project_s_prolog_epilog_and_default_role_hold_on_every_page() -> None:
    conf = """
    rst_prolog = '.. |name| replace:: Cogi'
    rst_epilog = '.. _site: https://example.org/'
    default_role = 'code'
    highlight_language = 'bash'
    """
    page = rst("`x` by |name| at site_::\n\n    ls\n", files={"conf.py": conf})

    assert texts(page) == ["`x` by Cogi at site:", "ls"]
    assert page.root.blocks[1].language == "bash"


def test_functions_read_without_parentheses_where_the_project_says_so() -> None:
    page = rst(":func:`run`", files={"conf.py": "add_function_parentheses = False"})

    assert texts(page) == ["`run`"]


def test_another_primary_domain_gives_names_their_meaning() -> None:
    page = rst(".. function:: int open(void)\n", files={"conf.py": "primary_domain = 'js'"})
    other = rst(".. default-domain:: c\n.. member:: int x\n\n   Text.\n")

    assert [s.anchor for s in page.root.children] == ["int-open"]
    assert [s.anchor for s in other.root.children] == ["c.x"]


def test_bytes_that_are_not_utf_8_are_refused_with_what_to_do() -> None:
    with pytest.raises(ParseError) as refusal:
        RestructuredTextParser().parse("a.rst", b"caf\xe9 au lait", includes={})

    assert str(refusal.value) == ("a.rst is not UTF-8 text (byte 0xe9 at position 3); save it as UTF-8.")


def test_bottomless_nesting_is_refused_with_what_to_do() -> None:
    source = "\n\n".join("  " * depth + "* x" for depth in range(300))

    with pytest.raises(ParseError) as refusal:
        rst(source)

    assert str(refusal.value) == (
        "guide/page.rst is nested too deeply to parse; split it or flatten its lists."
    )


def test_other_users_of_docutils_notice_nothing() -> None:
    source = ":meth:`x`\n\n.. toctree::\n\n   a\n"
    overrides = {"report_level": 5}
    before = publish_doctree(source, settings_overrides=overrides).pformat()

    rst(source)

    assert publish_doctree(source, settings_overrides=overrides).pformat() == before


def test_pages_parsed_at_once_do_not_disturb_one_another() -> None:
    files = {"conf.py": "", **{f"p{n}.rst": "" for n in range(8)}}
    parser = prepared(files)
    anchors: dict[int, list[str]] = {}

    def parse(number: int) -> None:
        body = f".. module:: m{number}\n\n" + "\n".join(
            f".. class:: C{n}\n\n   * a\n\n     * b\n" for n in range(30)
        )
        page = parser.parse(f"p{number}.rst", body.encode(), includes={})
        anchors[number] = [section.anchor for section in page.root.children]

    threads = [threading.Thread(target=parse, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert anchors == {number: [f"m{number}.C{n}" for n in range(30)] for number in range(8)}
