"""References name what they may mean, and read as the published site has them."""

from __future__ import annotations

from cogi.ingest.documents import Link
from tests.ingest.parsers.rst import candidates, rst, texts

OTHER = """
.. _signing in:

Signing *in* with ``login()``
=============================
"""
CONF = """
extlinks = {"ticket": ("https://example.org/%s", "#%s")}
def setup(app):
    app.add_crossref_type("setting", "setting")
"""
TREE = {"conf.py": CONF, "guide/other.rst": OTHER}


def test_labels_and_documents_read_as_their_titles() -> None:
    page = rst("See :ref:`Signing In`, :doc:`other`, :doc:`/guide/other` and :ref:`this <x>`.", files=TREE)

    assert page.root.links == [
        Link(("label:signing in",), "Signing in with login()"),
        Link(("page:guide/other",), "Signing in with login()"),
        Link(("label:x",), "this"),
    ]
    title = "Signing in with login()"
    assert texts(page) == [f"See {title}, {title}, {title} and this."]


def test_an_unknown_label_reads_as_its_words() -> None:
    page = rst("See :ref:`some-old_label`, :doc:`/a/b-c` and :ref:`genindex`.", files=TREE)

    assert texts(page) == ["See some old label, b c and Index."]


def test_python_names_have_candidates_by_module_and_class() -> None:
    page = rst(
        """
        .. currentmodule:: app.db

        .. class:: Query

           :meth:`filter`, :class:`~app.db.Query`, :attr:`.Query.size`, :mod:`app`, :class:`string.Template`
        """
    )

    assert page.root.children[0].links == [
        Link(("py:app.db.Query.filter", "py:app.db.filter", "py:Query.filter", "py:filter"), "filter()"),
        Link(("py:app.db.Query", "py:app.db.app.db.Query", "py:Query"), "Query"),
        Link(
            ("py:app.db.Query.Query.size", "py:app.db.Query.size", "py:Query.Query.size", "py:Query.size"),
            "Query.size",
        ),
        Link(("py:app",), "app"),
        Link(("py:string.Template", "py:app.db.string.Template"), "string.Template"),
    ]


def test_a_bang_keeps_the_words_and_drops_the_link() -> None:
    page = rst(":func:`!walk`, :setting:`!DEBUG`, :option:`!-m` and :py:class:`a class <!A>`.", files=TREE)

    assert texts(page) == ["`walk()`, `DEBUG`, `-m` and `a class`."]
    assert candidates(page) == [("py:!A",)]


def test_other_kinds_of_targets() -> None:
    page = rst(
        """
        .. program:: tool

        :setting:`DEBUG`, :term:`Nodes <Node>`, :option:`--size=3`, :option:`git add -p`,
        :envvar:`HOME`, :c:func:`open`, :js:class:`Cart`, :rst:dir:`box`, :std:ref:`Top <top>`.
        """,
        files=TREE,
    )

    assert candidates(page) == [
        ("setting:DEBUG",),
        ("term:node",),
        ("option:tool --size=3", "option:tool --size", "option:--size 3", "option:--size"),
        (
            "option:tool git add -p",
            "option:tool git",
            "option:git add",
            "option:git-add -p",
            "option:git",
        ),
        ("envvar:HOME",),
        ("c:open",),
        ("js:Cart",),
        ("rst:directive:box",),
        ("label:top",),
    ]


def test_any_may_mean_everything() -> None:
    page = rst(":any:`thing`", files=TREE)

    assert candidates(page) == [
        ("label:thing", "page:guide/thing", "term:thing", "setting:thing", "py:thing"),
    ]


def test_links_within_the_page_follow_indirect_targets() -> None:
    page = rst(
        """
        Page
        ====

        See Part_, `the note`_, `over there`_ and `outside`_.

        .. _over there: Part_
        .. _outside: https://example.org/

        Part
        ----

        .. _the note:

        Text.
        """
    )

    assert page.root.links == [
        Link(("page:guide/page#part",), "Part"),
        Link(("page:guide/page#the-note",), "the note"),
        Link(("page:guide/page#part",), "over there"),
    ]


def test_roles_without_a_target_leave_their_words() -> None:
    page = rst(
        """
        :ticket:`12`, :ticket:`that one <13>`, :rfc:`9110#section-9.2`, :pep:`8`, :file:`a/{b}.py`,
        :kbd:`Ctrl-K`, :menuselection:`File --> &Open`, :abbr:`MTV (model-template-view)`, `bare`,
        :no-such:`role`, :sup:`2`, H\\ :sub:`2`\\ O.
        """,
        files=TREE,
    )

    (text,) = texts(page)
    assert text == (
        "#12, that one, RFC 9110 Section 9.2, PEP 8, `a/b.py`, `Ctrl-K`, File ‣ Open, "
        "MTV (model-template-view), bare, role, 2, H2O."
    )


def test_a_page_s_own_roles_and_default_role_are_forgotten_with_it() -> None:
    parser_tree = {**TREE, "guide/second.rst": ""}
    first = rst(".. role:: py(code)\n.. default-role:: code\n\n:py:`x = 1` and `y`", files=parser_tree)
    second = rst(":py:`x = 1` and `y`", path="guide/second.rst", files=parser_tree)

    assert texts(first) == ["`x = 1` and `y`"]
    assert texts(second) == ["x = 1 and y"]


def test_a_toctree_lists_pages_in_order() -> None:
    page = rst(
        """
        .. toctree::
           :maxdepth: 2
           :hidden:

           other
           Titled <sub/deep>
           /top.rst
           self
           https://example.org/
           missing

        .. toctree::
           :glob:

           sub/*
           other
        """,
        files={**TREE, "guide/sub/deep.rst": "", "guide/sub/a.md": "", "top.rst": ""},
    )

    assert page.children == ["guide/other", "guide/sub/deep", "top", "guide/sub/a"]
    assert page.root.blocks == []
