from __future__ import annotations

import pytest

from cogi.ingest.documents import Page
from tests.ingest.parsers.sketching import expected, markdown, sketch


def mdx(source: str, **files: str) -> Page:
    return markdown(
        source, path="page.mdx", files={name.replace("__", "/"): text for name, text in files.items()}
    )


def test_components_leave_their_titles_and_their_children_are_markdown() -> None:
    page = mdx(
        """
        # Title

        <CardGroup cols={2}>
          <Card title="Quick *start*" icon="rocket" href="/quickstart">
            Ship **fast**.
          </Card>
          <Card
            title='Two "lines"'
            href="/api"
          >Text.</Card>
        </CardGroup>

        <Note>Take care.</Note>
        <Warning>
          - one
          - two
        </Warning>
        """
    )
    assert sketch(page) == expected(
        """
        # Title
        paragraph: Quick *start*: Ship fast.
        paragraph: Two "lines": Text.
        paragraph: Note: Take care.
        paragraph: Warning
        list: - one
        - two
        """
    )
    assert [(link.text, link.candidates[0]) for link in page.root.links] == [
        ("Quick *start*", "page:quickstart"),
        ('Two "lines"', "page:api"),
    ]


def test_indented_children_are_no_code() -> None:
    page = mdx(
        """
        <Steps>
          <Step title="Install">
            Run:

            ```bash Terminal
            npm i
            ```

            ### Check

                Still text.
          </Step>
          <Step title="Done" />
        </Steps>
        After.
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Install: Run:
        paragraph: Terminal
        code(bash): npm i
        paragraph: Done
        paragraph: After.
        ## Check #check
        paragraph: Still text.
        """
    )
    assert page.root.targets == ["page:page#install", "page:page#done"]


def test_fields_show_name_type_and_what_is_required() -> None:
    page = mdx(
        """
        <ParamField path="user.id" type="string" required>
          Who.
        </ParamField>
        <ResponseField name="ok" type="boolean" default="true" deprecated />
        <ParamField query="limit">How many.</ParamField>
        <ParamField type="string" />
        """
    )
    assert [block.text for block in page.root.blocks] == [
        "`user.id` (string, required): Who.",
        "`ok` (boolean, deprecated, default true)",
        "`limit`: How many.",
        "string",
    ]
    assert page.root.targets == ["page:page#param-user-id", "page:page#param-ok", "page:page#param-limit"]


def test_other_components_show_what_names_them() -> None:
    page = mdx(
        """
        <Update label="May 2025" description="v2">
        New.
        </Update>
        <Callout type="tip">Try.</Callout>
        <Tree.File name="docs.json" />
        <Accordion title="Why?">
        Because.
        </Accordion>
        <Tabs><Tab title="npm" id="npm-tab">One</Tab><Tab title="yarn">Two</Tab></Tabs>
        <img src="/a.png" alt="A picture" />
        <Anything><p>Inner</p></Anything>
        """
    )
    assert [block.text for block in page.root.blocks] == [
        "May 2025 (v2): New.",
        "Tip: Try.",
        "docs.json",
        "Why? Because.",
        "npm: One",
        "yarn: Two",
        "A picture",
        "Inner",
    ]


def test_inline_components_leave_their_words_in_the_sentence() -> None:
    page = mdx(
        'Press <kbd>K</kbd> or <Tooltip tip="An API">the API</Tooltip> <Icon icon="leaf" /> now.\n'
        '<Badge color="red">New</Badge> in <a href="/x" className="y">the docs</a>.\n'
    )
    assert page.root.blocks[0].text == "Press K or the API now. New in the docs."
    assert [link.candidates[0] for link in page.root.links] == ["page:x"]


def test_javascript_is_dropped_and_never_run() -> None:
    page = mdx(
        """
        import { useState } from "react";
        import Thing from './thing.jsx'
        import {
          a,
          b,
        } from "c"

        export const Counter = ({ initial = {} }) => {
          const text = `a } b`;

          return <p onClick={() => setCount(1)}>It's {initial}</p>;
        };

        Text {1 + 1}{" "}with {'words'} and {/* a comment */}more.

        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}

        import and export are words here.
        """
    )
    assert [block.text for block in page.root.blocks] == [
        "Text with words and more.",
        "import and export are words here.",
    ]


def test_code_is_never_taken_for_components() -> None:
    page = mdx(
        """
        Use `<Card title={x}>` and ``{`b`}``.

        ```jsx
        <Card>{children}</Card>
        import x from "y"
        ```

        - ~~~
          <Tab>
          ~~~
        """
    )
    assert [block.text for block in page.root.blocks] == [
        "Use `<Card title={x}>` and `` {`b`} ``.",
        '<Card>{children}</Card>\nimport x from "y"',
        "<Tab>",
    ]


def test_anchors_stated_in_either_way_win() -> None:
    page = mdx("## One {#first}\n\n## Two {/* #second */}\n\n## Three\n")
    assert [section.anchor for section in page.root.children] == ["first", "second", "three"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a < b and c > d", "a < b and c > d"),
        ("open { brace", "open { brace"),
        ("<Open title=", "<Open title="),
        ("\\<Card> and \\{x}", "<Card> and {x}"),
        ("</Closed> text", "text"),
        ("<>Fragment</>", "Fragment"),
        ("see <https://example.com/a> now", "see https://example.com/a now"),
        ("`unclosed <Card>", "`unclosed"),
        ("text <!-- remark --> end", "text end"),
        ("x <Icon {...props} /> y", "x y"),
        ('<Card title={"A"} n={3} flag other=bare>T</Card>', "A: T"),
        ("<Card title={`A`} onClick={() => { return '}' }}>T</Card>", "A: T"),
    ],
)
def test_broken_or_odd_mdx_is_text(source: str, text: str) -> None:
    assert " ".join(mdx(source).root.blocks[0].text.split()) == text


def test_tables_and_lists_in_html_stay_tables_and_lists() -> None:
    page = mdx(
        '<table className="t">\n\n'
        "<tr><th>A</th></tr>\n<tr><td>b</td></tr>\n\n</table>\n\n<ul><li>x</li></ul>\n"
    )
    assert [(block.kind, block.text) for block in page.root.blocks] == [
        ("table", "| A |\n| --- |\n| b |"),
        ("list", "- x"),
    ]


def test_imported_markdown_stands_where_its_component_does() -> None:
    page = mdx(
        """
        import Shared from "/snippets/shared.mdx";

        Before.

        <Shared />
        <Snippet file="other.mdx" />
        <Missing />
        """,
        **{
            "docs.json": '{"navigation": {"pages": ["page"]}}',
            "snippets__shared.mdx": "---\ntitle: Ignored\n---\n<Note>Shared **text**.</Note>\n",
            "snippets__other.mdx": "## Other\nText.\n",
        },
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: Before.
        paragraph: Note: Shared text.
        ## Other #other
        paragraph: Text.
        """
    )


def test_partials_that_import_each_other_end() -> None:
    page = mdx(
        'import Loop from "/snippets/loop.mdx";\n\n<Loop />\n',
        **{
            "docs.json": '{"navigation": {"pages": ["page"]}}',
            "snippets__loop.mdx": 'import Loop from "/snippets/loop.mdx"\n\nTurn.\n\n<Loop />\n',
        },
    )
    assert {block.text for block in page.root.blocks} == {"Turn."}


@pytest.mark.parametrize("piece", ["{", "<a {", "<A b='", "`", "<", "</", "{/*", "import {\n\n"])
def test_a_file_of_openings_without_end_takes_no_time(piece: str) -> None:
    assert mdx(piece * 2_000).title == "Page"


def test_a_deeply_indented_paragraph_ends_where_code_or_a_component_begins() -> None:
    page = mdx(
        """
        <Tabs>
            <Tab title="One">
                Run:
                ```sh
                make
                ```
                Then
                lazy words.
                - a
                </Tab>
        </Tabs>
        """
    )
    assert sketch(page) == expected(
        """
        # Page
        paragraph: One: Run:
        code(sh): make
        paragraph: Then lazy words.
        list: - a
        """
    )


def test_a_fence_that_only_markdown_sees_holds_no_marker() -> None:
    page = mdx("Text <Icon />\n<b>x</b> ```\n\n* 1) ```\n  <Card title='T'>\n  code\n  </Card>\n  ```\n")
    assert not any("\ufdd8" in block.text for section in page.root.walk() for block in section.blocks)
