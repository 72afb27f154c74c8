"""Body elements of reStructuredText become plain Markdown blocks."""

from __future__ import annotations

from cogi.ingest.documents import Block
from tests.ingest.parsers.rst import rst, texts
from tests.ingest.parsers.sketching import expected, sketch

SPHINX = {"conf.py": ""}


def test_paragraphs_keep_their_words_and_lose_their_markup() -> None:
    page = rst(
        """
        Title
        =====

        Some *emphasis*, **strong** words, ``code`` and
        a `link <https://example.org/>`_ on two lines.
        """
    )

    assert page.root.blocks == [
        Block("paragraph", "Some emphasis, strong words, `code` and a link on two lines.")
    ]


def test_code_with_backticks_gets_a_longer_fence() -> None:
    assert texts(rst("Use ``a`b`` here.")) == ["Use `` a`b `` here."]


def test_lists_of_every_kind_become_list_lines() -> None:
    page = rst(
        """
        * one
        * two

          two goes on

          - nested

        3. three
        4. four

        term : type
            What it means.

        :Author: Ada

        -v, --verbose  Says more.
        """,
        files=SPHINX,
    )

    assert sketch(page) == expected(
        """
        # Page
        list: - one
        - two
          two goes on
          - nested
        list: 3. three
        4. four
        list: - term : type: What it means.
        list: - Author: Ada
        list: - `-v, --verbose`: Says more.
        """
    )


def test_code_in_a_list_item_is_a_code_block_and_the_list_goes_on() -> None:
    page = rst(
        """
        1. Install it:

           .. code-block:: console

              $ pip install it

           Then look.

        2. Run it.
        """
    )

    assert page.root.blocks == [
        Block("list", "1. Install it:"),
        Block("code", "$ pip install it", "console"),
        Block("paragraph", "Then look."),
        Block("list", "2. Run it."),
    ]


def test_a_literal_block_has_the_language_in_force() -> None:
    page = rst(
        """
        Python by default::

            import this

        A session::

            >>> 1 + 1

        A shell::

            $ ls

        .. highlight:: YAML

        YAML now::

            a: 1

        .. code-block:: none

            nothing
        """,
        files=SPHINX,
    )

    assert [(b.language, b.text) for b in page.root.blocks if b.kind == "code"] == [
        ("python", "import this"),
        ("pycon", ">>> 1 + 1"),
        ("console", "$ ls"),
        ("yaml", "a: 1"),
        ("", "nothing"),
    ]


def test_outside_sphinx_a_literal_block_has_no_language() -> None:
    assert rst("See::\n\n    import this\n").root.blocks[1] == Block("code", "import this", "")


def test_doctests_math_and_captions_are_kept() -> None:
    page = rst(
        """
        >>> 1 + 1
        2

        .. math:: a^2

        .. code-block:: python
           :caption: app.py
           :no-such-option: 1

           x = 1
        """
    )

    assert page.root.blocks == [
        Block("code", ">>> 1 + 1\n2", "pycon"),
        Block("code", "a^2", "latex"),
        Block("paragraph", "app.py"),
        Block("code", "x = 1", "python"),
    ]


def test_tables_are_pipe_rows_header_first() -> None:
    page = rst(
        """
        ====  =====
        Name  Value
        ====  =====
        a     x | y
        b     ``c``
        ====  =====

        .. list-table:: Sizes
           :header-rows: 1

           * - Size
             - Use
           * - S
             - small

        .. csv-table::
           :header: "K", "V"

           1, 2
        """
    )

    assert texts(page) == [
        "| Name | Value |\n| --- | --- |\n| a | x \\| y |\n| b | `c` |",
        "Sizes",
        "| Size | Use |\n| --- | --- |\n| S | small |",
        "| K | V |\n| --- | --- |\n| 1 | 2 |",
    ]


def test_spanned_cells_leave_the_columns_aligned() -> None:
    page = rst(
        """
        +---+---+---+
        | a | b | c |
        +===+===+===+
        | d | e     |
        |   +---+---+
        |   | f | g |
        +---+---+---+
        """
    )

    assert texts(page) == ["| a | b | c |\n| --- | --- | --- |\n| d | e |  |\n|  | f | g |"]


def test_a_csv_file_is_not_read_from_the_disk() -> None:
    assert texts(rst(".. csv-table::\n   :file: /etc/passwd\n\nAfter.\n")) == ["After."]


def test_admonitions_are_quotes_with_their_label_first() -> None:
    page = rst(
        """
        .. note:: Mind this.

        .. warning::

           First.

           - listed

           Second.

        .. admonition:: Why?

           Because.

        .. seealso::

           .. code-block:: python

              x = 1
        """
    )

    assert page.root.blocks == [
        Block("quote", "Note: Mind this."),
        Block("quote", "Warning: First."),
        Block("list", "- listed"),
        Block("quote", "Second."),
        Block("quote", "Why? Because."),
        Block("quote", "See also:"),
        Block("code", "x = 1", "python"),
    ]


def test_images_notes_lines_and_quotes_leave_their_text() -> None:
    page = rst(
        """
        A note [1]_ and a source [CIT]_.

        .. image:: a.png
           :alt: A diagram

        .. figure:: b.png

           The caption.

        | one
        | two

            Quoted.

        .. [1] The note.
        .. [CIT] The source.
        """
    )

    assert texts(page) == [
        "A note [1] and a source [CIT].",
        "A diagram",
        "The caption.",
        "one\ntwo",
        "Quoted.",
        "[1] The note.",
        "[CIT] The source.",
    ]


def test_substitutions_are_replaced_by_what_the_page_or_the_project_defines() -> None:
    page = rst(
        """
        |name| |version| by |unknown| |loop|.

        .. |name| replace:: Cogi *Portal*
        .. |loop| replace:: |loop|
        """,
        files={"conf.py": "version = '5.1'"},
    )

    assert texts(page) == ["Cogi Portal 5.1 by ."]


def test_comments_raw_html_and_errors_are_not_content() -> None:
    page = rst(
        """
        Before.

        .. a comment

        .. raw:: html

           <script>alert(1)</script>

        .. image::

        An *open emphasis.

        =

        .. only:: latex

           Printed.

        .. only:: html

           Shown.
        """
    )

    assert texts(page) == ["Before.", "An *open emphasis.", "=", "Shown."]


def test_an_unknown_directive_keeps_its_prose_and_drops_other_input() -> None:
    page = rst(
        """
        .. fancy-box:: arg
           :mood: good

           Words that *people* read.

        .. fancy-chart::

           graph { a -> b; }
           x = [1, 2];
        """
    )

    assert texts(page) == ["Words that people read."]


def test_a_directive_with_bad_options_keeps_its_content() -> None:
    page = rst(
        """
        .. list-table:: Title
           :no-such-option: 1

           * - a
             - b
        """
    )

    assert texts(page) == ["Title", "| a | b |\n| --- | --- |"]


def test_fields_of_a_signature_read_as_words() -> None:
    page = rst(
        """
        Intro.

        .. py:function:: send(to)

           :param str to: the address
           :param retries: how often
           :type retries: int
           :returns: the receipt
           :rtype: str
           :raises ValueError: when it is empty
        """
    )

    assert texts(page)[2] == expected(
        """
        - `to` (str): the address
        - `retries`: how often
        - Type of `retries`: int
        - Returns: the receipt
        - Return type: str
        - Raises `ValueError`: when it is empty
        """
    )
