"""Files of the tree may be included; files outside it never are."""

from __future__ import annotations

from cogi.ingest.documents import Block
from tests.ingest.parsers.rst import prepared, rst, sections, texts

CODE = """
import os


class Shop:
    @property
    def open(self):
        return True  # start

    def close(self):
        pass  # end


def run():
    pass
"""


def shown(options: str, *, name: str = "/app/shop.py") -> str:
    page = rst(f".. literalinclude:: {name}\n{options}", files={"app/shop.py": CODE})
    return "\n".join(texts(page))


def test_an_included_file_is_part_of_the_page() -> None:
    page = rst(
        """
        Page
        ====

        .. include:: /parts/common.inc

        After.
        """,
        files={"parts/common.inc": ".. _shared:\n\nShared\n------\n\nText.\n"},
    )

    assert sections(page)["Shared"].targets == ["label:shared", "page:guide/page#id1"]
    assert texts(page) == ["Text.", "After."]


def test_parts_of_a_file_are_included_between_marks() -> None:
    part = "Zero.\n\n.. start\n\nOne.\n\n.. end\n\nTwo.\n"
    page = rst(
        """
        .. include:: part.inc
           :start-after: start
           :end-before: .. end

        .. include:: part.inc
           :literal:
           :start-line: 8

        .. include:: part.inc
           :code: rst
           :end-line: one
           :start-at: Two
        """,
        files={"guide/part.inc": part},
    )

    assert page.root.blocks == [
        Block("paragraph", "One."),
        Block("code", "Two."),
        Block("code", "Two.", "rst"),
    ]


def test_files_that_include_themselves_come_to_an_end() -> None:
    page = rst(".. include:: loop.inc\n", files={"guide/loop.inc": "Round.\n\n.. include:: loop.inc\n"})

    assert texts(page) == ["Round."] * 20


def test_what_is_outside_the_tree_missing_or_not_text_is_left_out() -> None:
    parser = prepared({"guide/page.rst": ""})
    source = """
.. include:: ../../../etc/passwd

.. include:: /etc/passwd

.. literalinclude:: missing.py

.. include:: binary.inc

After.
"""
    page = parser.parse("guide/page.rst", source.encode(), includes={"guide/binary.inc": b"\xff\xfe"})

    assert texts(page) == ["After."]


def test_a_file_is_shown_as_code_in_its_language() -> None:
    page = rst(
        ".. literalinclude:: data.yml\n\n.. literalinclude:: data.yml\n   :language: Text\n",
        files={"guide/data.yml": "a: 1\n"},
    )

    assert page.root.blocks == [Block("code", "a: 1", "yaml"), Block("code", "a: 1")]


def test_lines_are_selected_by_number() -> None:
    assert shown("   :lines: 2, 14-\n") == "import os\ndef run():\n    pass"


def test_a_python_object_is_selected_by_name() -> None:
    assert shown("   :pyobject: Shop.open\n   :dedent:\n") == (
        "@property\ndef open(self):\n    return True  # start"
    )
    assert shown("   :pyobject: run\n") == "def run():\n    pass"
    assert shown("   :pyobject: Shop.missing\n") == CODE.strip()


def test_lines_are_selected_between_marks() -> None:
    assert shown("   :start-at: def close\n   :end-at: end\n") == "    def close(self):\n        pass  # end"
    assert shown("   :start-after: # end\n   :end-before: nowhere\n") == "def run():\n    pass"
