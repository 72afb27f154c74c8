from __future__ import annotations

import pytest

from tests.ingest.parsers.sketching import expected, markdown, sketch

FILES = {
    "mkdocs.yml": "site_name: x\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts]\n",
    "src/app.py": "import a\n# --8<-- [start:run]\nrun()\n# --8<-- [end:run]\nend()\n",
    "docs/inc.md": "---\ntitle: Not shown\n---\nIncluded *text*.\n",
    "parts/loop.md": 'Turn.\n\n--8<-- "loop.md"\n',
}


def blocks(source: str) -> list[tuple[str, str, str]]:
    page = markdown(source, path="docs/page.md", files=FILES)
    return [(block.kind, block.language, block.text) for block in page.root.blocks]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("{!docs/inc.md!}", [("paragraph", "", "Included text.")]),
        ("{!> inc.md !}", [("paragraph", "", "Included text.")]),
        ("{!../secrets.md!}", []),
        ("{!missing.md!}", []),
        ("```python\n{!./src/app.py!}\n```", [("code", "python", "import a\nrun()\nend()")]),
        ('```py\n--8<-- "src/app.py:run"\n```', [("code", "py", "run()")]),
        ('```py\n--8<-- "src/app.py:5:5"\n```', [("code", "py", "end()")]),
        ('--8<-- "src/app.py:none"', []),
        ("--8<--\ndocs/inc.md\n; left.md\n--8<--", [("paragraph", "", "Included text.")]),
        ("{* src/app.py hl[1] *}", [("code", "python", "import a\nrun()\nend()")]),
        ("{* src/app.py ln[1,5:6] hl[1] *}", [("code", "python", "import a\nend()")]),
        ("{* ../../src/app.py *}", []),
        ("[!INCLUDE [note](inc.md)]", [("paragraph", "", "Included text.")]),
        ("[!code-python[Main](../src/app.py)]", [("code", "python", "import a\nrun()\nend()")]),
        (':::code language="Python" source="~/src/app.py" range="1-1":::', [("code", "python", "import a")]),
        ('::: code source="src/none.py" :::', []),
    ],
)
def test_an_include_stands_in_its_place_or_leaves_nothing(
    source: str, found: list[tuple[str, str, str]]
) -> None:
    assert blocks(f"Before.\n\n{source}\n") == [("paragraph", "", "Before."), *found]


def test_an_include_keeps_the_indentation_of_its_line() -> None:
    page = markdown("- item\n\n    {!docs/inc.md!}\n", path="docs/page.md", files=FILES)
    assert sketch(page) == "# Page\nlist: - item\n  Included text."


def test_files_that_include_themselves_end() -> None:
    assert blocks('--8<-- "loop.md"\n') == [("paragraph", "", "Turn.")] * 4 + [("paragraph", "", "Turn.")]


def test_an_include_outside_the_tree_is_never_read() -> None:
    assert blocks("{!/etc/passwd!}\n\n{!../../../../etc/passwd!}\n") == []


def test_text_without_includes_is_left_alone() -> None:
    assert sketch(markdown("A {brace} and --8<-- alone.", files={})) == expected(
        """
        # Page
        paragraph: A {brace} and --8<-- alone.
        """
    )
