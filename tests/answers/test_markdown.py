from __future__ import annotations

from cogi.answers.markdown import Block, code_lines, list_items, outside_code, read_blocks

PASSAGE = """\
First paragraph
on two lines.

- one
  goes on
- two

1. first
2. second

| a | b |
| - | - |

```python
def f():

    return "- no item"
```
Last."""


def test_a_passage_is_read_block_by_block() -> None:
    assert list(read_blocks(PASSAGE)) == [
        Block("prose", "First paragraph\non two lines."),
        Block("list", "- one\n  goes on\n- two"),
        Block("list", "1. first\n2. second"),
        Block("table", "| a | b |\n| - | - |"),
        Block("code", '```python\ndef f():\n\n    return "- no item"\n```'),
        Block("prose", "Last."),
    ]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    text = "````\n```\nx\n```\n````"
    assert list(read_blocks(text)) == [Block("code", text)]


def test_an_open_fence_is_closed() -> None:
    assert list(read_blocks("~~~sh\nls")) == [Block("code", "~~~sh\nls\n~~~")]


def test_an_indented_fence_moves_to_the_margin() -> None:
    assert list(read_blocks("  ```\n  x\n    y\n  ```")) == [Block("code", "```\nx\n  y\n```")]


def test_nothing_has_no_blocks() -> None:
    assert list(read_blocks("\n\n")) == []


def test_items_lose_their_marks_and_line_breaks() -> None:
    assert list(list_items(Block("list", "- one\n  goes on\n* two\n3) three"))) == [
        "one goes on",
        "two",
        "three",
    ]


def test_code_is_told_from_prose() -> None:
    text = "Call `f[1]` or ``a`b``.\n\n```\nx[2]\n```\nEnd."
    assert list(outside_code(text)) == [
        ("Call ", True),
        ("`f[1]`", False),
        (" or ", True),
        ("``a`b``", False),
        (".\n\n", True),
        ("```\nx[2]\n```", False),
        ("\nEnd.", True),
    ]


def test_the_lines_of_code_are_counted_without_fences() -> None:
    assert code_lines(Block("code", "```\na\nb\n```")) == 2
