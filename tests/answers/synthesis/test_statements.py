from __future__ import annotations

from cogi.answers.markdown import Block
from cogi.answers.synthesis.statements import Statement, read_statements

CODE = "```python\nx = 1\n```"


def test_a_sentence_that_ends_in_a_colon_owns_what_follows() -> None:
    assert read_statements(f"Set it. For example:\n\n{CODE}\n\nDone.") == [
        Statement("sentence", "Set it.", 0, 0),
        Statement("sentence", "For example:", 1, 0, attached=(Block("code", CODE),)),
        Statement("sentence", "Done.", 2, 2),
    ]


def test_a_file_name_before_code_goes_with_it() -> None:
    (statement,) = read_statements(f"Write this:\n\n`settings.py`\n\n{CODE}")
    assert statement.attached == (Block("prose", "`settings.py`"), Block("code", CODE))


def test_code_that_is_not_announced_is_an_example_of_the_sentence_before_it() -> None:
    first, last = read_statements(f"Set it. Then run it.\n\n{CODE}")
    assert first.example is None
    assert last.example == Block("code", CODE)


def test_items_know_what_introduces_them() -> None:
    intro, one, two = read_statements("There are:\n\n- one thing\n- two things")
    assert intro.attached == (Block("list", "- one thing\n- two things"),)
    assert [(item.kind, item.text, item.intro) for item in (one, two)] == [
        ("item", "one thing", 0),
        ("item", "two things", 0),
    ]


def test_a_list_after_a_full_stop_has_no_introduction() -> None:
    assert [each.intro for each in read_statements("Three things.\n\n- one\n")] == [None, None]


def test_a_promise_without_what_was_promised_is_open() -> None:
    assert [each.is_open for each in read_statements("Do this:")] == [True]
    assert [each.is_open for each in read_statements(f"Do this:\n\n{CODE}")] == [False]


def test_footnote_marks_are_not_taken_for_citations() -> None:
    (statement,) = read_statements("It is fast [1]_ and small [#note]_, see `items[1]` and a[2].")
    assert statement.text == "It is fast and small, see `items[1]` and a[2]."
