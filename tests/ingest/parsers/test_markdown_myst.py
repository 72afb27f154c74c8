from __future__ import annotations

import pytest

from cogi.ingest.documents import Page
from tests.ingest.parsers.sketching import expected, markdown, sketch

CONF = {"conf.py": "project = 'x'\nextensions = []\n"}


def myst(source: str) -> Page:
    return markdown(source, path="guide/page.md", files=CONF)


def test_directives_of_text_are_containers_and_code_keeps_its_language() -> None:
    page = myst(
        """
        ```{note}
        :class: wide

        Inside *it*.

        - a
        ```

        :::{admonition} My *title*
        Careful.
        :::

        ```{code-block} python
        :caption: x.py

        x = 1
        ```

        ~~~{code-cell}
        ---
        tags: [a]
        ---
        y = 2
        ~~~

        ```{figure} a.png
        :alt: pic

        A caption.
        ```

        ```{image} b.png
        ```

        % a remark

        ```{tip}
        Open to the end.
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Note: Inside it.
        list: - a
        paragraph: My title: Careful.
        code(python): x = 1
        code(python): y = 2
        paragraph: A caption.
        paragraph: Tip: Open to the end.
        """
    )


def test_directives_nest() -> None:
    page = myst("````{tab-set}\n```{tab-item} One\nText.\n```\n````\n\nAfter.\n")
    assert [block.text for block in page.root.blocks] == ["One: Text.", "After."]


def test_an_indented_directive_is_code() -> None:
    assert myst("Text:\n\n    ```{note}\n").root.blocks[1].kind == "code"


def test_labels_name_the_heading_that_follows() -> None:
    page = myst("(Start Here)=\n# Title\n\n(second)=\n(also)=\n## Second\n")
    assert page.root.targets == ["page:guide/page#title", "label:start here"]
    assert page.root.children[0].targets == ["label:second", "label:also"]


@pytest.mark.parametrize(
    ("source", "text", "candidates"),
    [
        ("{ref}`Label`", "Label", ("label:label",)),
        ("{ref}`the words <label>`", "the words", ("label:label",)),
        ("{doc}`../other`", "../other", ("page:other",)),
        ("{py:meth}`~pkg.C.m()`", "`pkg.C.m()`", ("py:pkg.C.m",)),
        ("{kbd}`Ctrl`", "`Ctrl`", None),
        ("{term}`word`", "word", None),
    ],
)
def test_roles_read_as_their_words_and_refer(
    source: str, text: str, candidates: tuple[str, ...] | None
) -> None:
    root = myst(f"See {source}.").root
    assert root.blocks[0].text == f"See {text}."
    assert [link.candidates for link in root.links] == ([candidates] if candidates else [])


def test_a_toctree_gives_the_pages_contents() -> None:
    page = myst("```{toctree}\n:maxdepth: 1\n\nfirst\nTitle </top.md>\nself\nhttps://example.com\n```\n")
    assert page.children == ["guide/first", "top"]
    assert page.root.blocks == []
