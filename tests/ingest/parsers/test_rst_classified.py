"""Classified text keeps its level, and neither links nor facts betray it."""

from __future__ import annotations

import pytest

from cogi.corpus.classification import Classification, render
from tests.ingest.parsers.rst import rst, sections
from tests.ingest.parsers.sketching import expected, sketch


def test_roles_classify_the_characters_they_hold() -> None:
    page = rst("The host is :confidential:`db 7` and :restricted:`the *key*` and :internal:`more`.")

    (block,) = page.root.blocks
    assert block.text == "The host is db 7 and the *key* and more."
    assert [(block.text[s.start : s.end], s.level.label) for s in block.spans] == [
        ("db 7", "confidential"),
        ("the *key*", "restricted"),
        ("more", "internal"),
    ]
    assert render(block.text, block.spans, Classification.PUBLIC) == "The host is •••• and  and ."


def test_spans_survive_lists_tables_and_admonitions() -> None:
    page = rst(
        """
        - a

          - b :internal:`c`

        ==  ==================
        k   v
        ==  ==================
        x   :internal:`y | z`
        ==  ==================

        .. note:: See :internal:`it`.
        """
    )

    assert [[b.text[s.start : s.end] for s in b.spans] for b in page.root.blocks] == [
        ["c"],
        ["y \\| z"],
        ["it"],
    ]


def test_a_directive_classifies_whole_blocks_of_every_kind() -> None:
    page = rst(
        """
        .. classified:: restricted

           A paragraph.

           .. code-block:: python

              key = 1

           - listed

        Public again.
        """
    )

    assert sketch(page) == expected(
        """
        # Page
        paragraph: A paragraph. <A paragraph. !restricted>
        code(python): key = 1 <key = 1 !restricted>
        list: - listed <- listed !restricted>
        paragraph: Public again.
        """
    )


def test_a_word_that_is_no_level_means_restricted() -> None:
    (block,) = rst(".. classified:: secret-ish\n\n   Text.\n").root.blocks

    assert [span.level for span in block.spans] == [Classification.RESTRICTED]


def test_links_facts_and_symbols_inside_classified_blocks() -> None:
    page = rst(
        """
        .. classified:: internal

           See :ref:`there`.

           .. versionadded:: 3.0

           .. py:function:: hidden(x)

              Text.

        Out :ref:`here`.
        """
    )

    assert [link.candidates for link in page.root.links] == [("label:here",)]
    assert page.root.facts == []
    symbol = sections(page)["hidden()"]
    assert symbol.classification == Classification.INTERNAL
    assert symbol.links == []


def test_titles_and_notes_of_facts_lose_what_is_classified() -> None:
    page = rst(
        """
        The :restricted:`X7` engine
        ===========================

        .. versionadded:: 2.0 For :confidential:`Acme` too.
        """
    )

    assert page.title == "The engine"
    assert [fact.note for fact in page.root.facts] == ["For too."]


@pytest.mark.parametrize(
    ("stated", "level"),
    [
        ("confidential", Classification.CONFIDENTIAL),
        ("public", Classification.PUBLIC),
        ("??", Classification.RESTRICTED),
    ],
)
def test_the_head_of_a_page_classifies_all_of_it(stated: str, level: Classification) -> None:
    page = rst(f":classification: {stated}\n\nTitle\n=====\n\nPart\n----\n")

    assert [section.classification for section in page.root.walk()] == [level, level]


def test_nothing_classified_reaches_anchors_labels_or_metadata() -> None:
    page = rst(
        """
        :owner: Ada :confidential:`Secretova`

        Page
        ====

        The :restricted:`X7` engine
        ---------------------------
        """,
        files={"conf.py": "extensions = ['sphinx.ext.autosectionlabel']"},
    )

    (section,) = page.root.children
    assert page.metadata == {"owner": "Ada"}
    assert (section.title, section.anchor) == ("The engine", "the-engine")
    assert section.targets == ["label:the engine"]


@pytest.mark.parametrize(
    "other",
    [
        ".. _x7:\n\nThe :restricted:`X7` engine\n===========================\n",
        ".. role:: hush(restricted)\n\n.. _x7:\n\nThe :hush:`X7` engine\n=====================\n",
    ],
)
def test_titles_shown_on_other_pages_lose_what_is_classified(other: str) -> None:
    page = rst("See :ref:`x7` and :doc:`other`.", files={"conf.py": "", "guide/other.rst": other})

    assert [block.text for block in page.root.blocks] == ["See The engine and The engine."]


def test_the_title_of_a_classified_page_is_not_shown_on_other_pages() -> None:
    other = ":classification: internal\n\n.. _b-label:\n\nCodename Nightingale\n====================\n"
    page = rst("See :ref:`b-label` and :doc:`other`.", files={"conf.py": "", "guide/other.rst": other})

    assert [block.text for block in page.root.blocks] == ["See b label and other."]


def test_characters_that_mark_levels_cannot_be_smuggled_in() -> None:
    smuggled = "\ufdd3hidden\ufdd0"
    page = rst(
        f"{smuggled} |version|\n\n.. include:: part.inc\n",
        files={"conf.py": f"version = '{smuggled}'", "guide/part.inc": smuggled},
    )

    assert [(block.text, block.spans) for block in page.root.blocks] == [
        ("hidden hidden", ()),
        ("hidden", ()),
    ]


def test_literal_text_with_markup_keeps_its_levels_and_lines() -> None:
    (block,) = rst(".. parsed-literal::\n\n   *user* = ada\n     key = :restricted:`k 7`\n").root.blocks

    assert block.text == "user = ada\n  key = k 7"
    assert [block.text[span.start : span.end] for span in block.spans] == ["k 7"]
