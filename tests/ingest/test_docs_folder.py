from __future__ import annotations

import pytest

from cogi.ingest.docs_folder import SubdirectoryNotFound, documentation_root
from tests.ingest.conftest import WriteTree


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["setup.py", "docs/conf.py"], "docs"),
        (["pyproject.toml", "doc/source/conf.py", "doc/README.md"], "doc/source"),
        (["PKG-INFO", "docs/index.md"], "docs"),
        (["package.json", "docs/docs.json"], "docs"),
        (["setup.py", "docs/notes.md", "doc/index.rst"], "doc"),
        (["setup.py", "mkdocs.yml", "docs/index.md"], "."),
        (["setup.py", "README.md"], "."),
        (["LICENSE", "docs/conf.py"], "docs"),
        (["LICENSE", "docs/index.md"], "."),
    ],
)
def test_the_documentation_of_a_project_is_found(write_tree: WriteTree, files: list[str], found: str) -> None:
    root = write_tree(dict.fromkeys(files, ""))

    assert documentation_root(root) == root / found


def test_a_given_subdirectory_is_taken(write_tree: WriteTree) -> None:
    root = write_tree({"setup.py": "", "docs/conf.py": "", "manual/a.md": ""})

    assert documentation_root(root, subdirectory="manual") == root / "manual"


@pytest.mark.parametrize("subdirectory", ["gone", "../", "a.md"])
def test_a_subdirectory_must_exist_inside(write_tree: WriteTree, subdirectory: str) -> None:
    root = write_tree({"a.md": ""})

    with pytest.raises(SubdirectoryNotFound) as caught:
        documentation_root(root, subdirectory=subdirectory)
    assert str(caught.value) == (
        f"The source has no folder {subdirectory!r}. Give --subdirectory relative to its root."
    )
