from __future__ import annotations

import pytest

from tests.ingest.parsers.sketching import expected, markdown, sketch


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("!!! note\n    Inside.\n", "Note: Inside."),
        ('!!! warning "Mind the gap"\n    Inside.\n', "Mind the gap: Inside."),
        ('!!! note ""\n    Inside.\n', "Inside."),
        ('??? tip "Really?"\n    Inside.\n', "Really? Inside."),
        ("???+ danger inline end\n    Inside.\n", "Danger: Inside."),
        ("> [!NOTE]\n> Inside.\n", "Note: Inside."),
        ("> [!IMPORTANT] Inside.\n", "Important: Inside."),
        (":::note\nInside.\n:::\n", "Note: Inside."),
        (":::tip[My *tip*]\nInside.\n:::\n", "My tip: Inside."),
        ("::: warning Careful\nInside.\n:::\n", "Careful: Inside."),
        ("/// note | Technical Details\nInside.\n///\n", "Technical Details: Inside."),
        ("/// details | Title\n    type: warning\nInside.\n///\n", "Title: Inside."),
        ("/// tip\nInside.\n///\n", "Tip: Inside."),
    ],
)
def test_an_admonition_leads_its_text_with_its_title(source: str, text: str) -> None:
    assert [block.text for block in markdown(source + "\nAfter.\n").root.blocks] == [text, "After."]


def test_an_admonition_holds_lists_code_and_other_admonitions() -> None:
    page = markdown(
        """
        !!! note
            - a

                ```py
                x
                ```

            !!! tip
                Inner.

        Outside.
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Note
        list: - a
        code(py): x
        paragraph: Tip: Inner.
        paragraph: Outside.
        """
    )


def test_tabs_of_mkdocs_and_of_pymdownx_blocks_keep_their_titles() -> None:
    page = markdown(
        """
        === "Linux"
            ```sh
            apt
            ```
        === ":fontawesome-brands-windows: Windows"
            Use winget.

        //// tab | Python 3.8

        Old.

        ////
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Linux
        code(sh): apt
        paragraph: Windows: Use winget.
        paragraph: Python 3.8: Old.
        """
    )


def test_fenced_containers_nest_by_the_length_of_their_fences() -> None:
    page = markdown("::::note\nOuter.\n:::tip\nInner.\n:::\nOuter again.\n::::\nAfter.\n")
    assert [block.text for block in page.root.blocks] == [
        "Note: Outer.",
        "Tip: Inner.",
        "Outer again.",
        "After.",
    ]


def test_containers_of_microsoft_learn() -> None:
    page = markdown(
        """
        :::image type="content" source="a.png" alt-text="A diagram.":::

        :::zone pivot="python"
        Python only.
        :::zone-end

        :::row:::
        :::column span="2":::
        Left.
        :::column-end:::
        :::row-end:::

        :::image type="complex" source="b.png" alt-text="Short."
        Long description.
        :::image-end:::

        > [!div class="checklist"]
        > * One
        """
    )
    assert [block.text for block in page.root.blocks] == [
        "A diagram.",
        "Python only.",
        "Left.",
        "Short. Long description.",
        "- One",
    ]


def test_a_generated_reference_keeps_the_name_of_its_symbol() -> None:
    page = markdown("# Ref\n\n::: pkg.module.Class\n    options:\n        heading_level: 2\n\nAfter.\n")
    assert sketch(page) == "# Ref\nparagraph: `pkg.module.Class`\nparagraph: After."
    assert page.root.targets == ["page:guide/page#ref", "py:pkg.module.Class"]


def test_a_heading_in_a_container_ends_with_it() -> None:
    page = markdown("## Outer\n:::note\n### Inner\nInside.\n:::\nAfter.\n")
    assert sketch(page) == expected(
        """
        # Page
        ## Outer #outer
        paragraph: Note
        paragraph: After.
        ### Inner #inner
        paragraph: Inside.
        """
    )


def test_what_opens_or_closes_nothing_is_harmless() -> None:
    page = markdown(":::\nText.\n:::note\nOpen to the end.\n")
    assert [block.text for block in page.root.blocks] == ["Text.", "Note: Open to the end."]
