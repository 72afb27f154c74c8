from __future__ import annotations

from cogi.corpus.classification import Classification
from tests.ingest.parsers.sketching import expected, markdown, sketch


def test_a_marked_stretch_of_a_sentence_is_a_span() -> None:
    page = markdown('A <span data-classification="restricted">se**cr**et `x`</span> end.\n')
    assert sketch(page) == "# Page\nparagraph: A secret `x` end. <secret `x` !restricted>"


def test_a_stretch_left_open_runs_to_the_end_of_its_block() -> None:
    page = markdown('A <span data-classification="internal">open end.\n\nNext.\n')
    assert sketch(page) == "# Page\nparagraph: A open end. <open end. !internal>\nparagraph: Next."


def test_a_classified_container_covers_its_blocks_and_classifies_its_sections() -> None:
    page = markdown(
        """
        Public.

        ::: confidential
        Text.

        - a
          - b

        ```sh
        code
        ```

        ## Heading

        Below.
        :::

        Public again.
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Public.
        paragraph: Text. <Text. !confidential>
        list: - a
          - b <- a
          - b !confidential>
        code(sh): code <code !confidential>
        paragraph: Public again.
        ## Heading #heading !confidential
        paragraph: Below.
        """
    )


def test_a_list_item_can_hold_a_marked_word_at_its_place() -> None:
    page = markdown('- one\n  - two <b data-classification="confidential">x</b>\n')
    assert sketch(page) == "# Page\nlist: - one\n  - two x <x !confidential>"


def test_links_in_classified_text_are_no_edges() -> None:
    page = markdown(
        '[open](a.md)\n\n<span data-classification="restricted">[hidden](b.md)</span>\n\n'
        ":::restricted\n[also hidden](c.md)\n:::\n"
    )
    assert [link.text for link in page.root.links] == ["open"]


def test_front_matter_classifies_the_page_and_an_attribute_a_section() -> None:
    page = markdown(
        """
        ---
        classification: Internal
        ---
        # Page
        ## Keys {classification=restricted #keys}
        """
    )
    assert page.root.classification == Classification.INTERNAL
    assert sketch(page).splitlines()[1] == "## Keys #keys !restricted"


def test_a_title_never_holds_a_classified_word() -> None:
    page = markdown('## Plan <span data-classification="restricted">Zeus</span> now\n')
    assert (page.root.children[0].title, page.root.children[0].anchor) == ("Plan now", "plan-now")


def test_a_level_that_does_not_exist_fails_closed_and_says_so() -> None:
    page = markdown("---\nclassification: secret\n---\nText.\n")
    assert page.root.classification == Classification.RESTRICTED
    assert page.metadata["front_matter_error"] == (
        "classification 'secret' is not one of public, internal, confidential, restricted; "
        "the text is kept as restricted."
    )


def test_a_component_can_be_classified() -> None:
    page = markdown(
        '<Card title="T" data-classification="confidential">\nText.\n</Card>\n\nOpen.\n', path="a.mdx"
    )
    assert sketch(page) == "# A\nparagraph: T: Text. <T: Text. !confidential>\nparagraph: Open."


def test_a_classified_element_of_raw_html_covers_its_blocks() -> None:
    page = markdown('<div data-classification="internal"><p>One</p><pre>two</pre></div>\n')
    assert sketch(page) == "# Page\nparagraph: One <One !internal>\ncode: two <two !internal>"


def test_a_classified_element_of_raw_html_covers_the_markdown_up_to_its_end() -> None:
    page = markdown(
        """
        <div data-classification="restricted">
        <div>

        Secret *text*.

        ## Secret heading

        </div>

        More.

        </div>

        Open.

        <section data-classification="internal"><p>Html.</p>

        To the end.
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Secret text. <Secret text. !restricted>
        paragraph: Open.
        paragraph: Html. <Html. !internal>
        paragraph: To the end. <To the end. !internal>
        ## Secret heading #secret-heading !restricted
        paragraph: More.
        """
    )


def test_a_first_heading_in_classified_html_is_not_the_pages_title() -> None:
    page = markdown('<div data-classification="restricted">\n\n# Zeus\n\n</div>\n\nText.\n')
    assert sketch(page) == "# Page\nparagraph: Text.\n## Zeus #zeus !restricted"


def test_layout_around_the_first_heading_does_not_keep_it_from_being_the_title() -> None:
    assert markdown('<div align="center">\n\n# Acme\n\n</div>\n\nText.\n').title == "Acme"
    assert markdown("<div>\n# Acme\n</div>\n\n<Card>\n# Box\n</Card>\n", path="a.mdx").title == "Acme"


def test_admonitions_and_alerts_may_name_a_level() -> None:
    page = markdown("!!! confidential\n    One.\n\n> [!INTERNAL]\n> Two.\n\nThree.\n")
    assert sketch(page) == expected(
        """
        # Page
        paragraph: One. <One. !confidential>
        paragraph: Two. <Two. !internal>
        paragraph: Three.
        """
    )
