from __future__ import annotations

import os
from pathlib import Path

from cogi.ingest.documents import SkippedFile
from cogi.ingest.trees import SourceTree, hash_files, scan_tree
from tests.ingest.conftest import WriteTree

NO_LINK = "It is a link that is broken, leads to a folder, or leaves the tree. Copy the file instead."


def scan(root: Path, max_file_bytes: int = 1000) -> SourceTree:
    return scan_tree(root, max_file_bytes=max_file_bytes)


def test_files_are_listed_in_path_order_without_hidden_and_built_folders(write_tree: WriteTree) -> None:
    root = write_tree({"b.md": "", "a/z.md": "", ".git/x.md": "", "_build/x.md": "", "node_modules/x.md": ""})

    assert scan(root).paths == ("a/z.md", "b.md")


def test_a_huge_file_is_skipped_with_what_to_do(write_tree: WriteTree) -> None:
    tree = scan(write_tree({"a.md": "x" * 11, "b.md": "x"}), max_file_bytes=10)

    assert tree.paths == ("b.md",)
    assert tree.skipped == (
        SkippedFile("a.md", "It is larger than 10 bytes. Split it, or raise COGI_INGEST_MAX_FILE_BYTES."),
    )


def test_links_are_followed_inside_the_tree_only(write_tree: WriteTree, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    root = write_tree({"a.md": "A", "d/b.md": "B"})
    (root / "in.md").symlink_to("a.md")
    (root / "out.md").symlink_to(tmp_path / "secret.md")
    (root / "gone.md").symlink_to("nothing.md")
    (root / "folder").symlink_to("d")
    (root / "circle").symlink_to(".")

    tree = scan(root)

    assert tree.paths == ("a.md", "d/b.md", "in.md")
    assert tree.skipped == tuple(
        SkippedFile(name, NO_LINK) for name in ("circle", "folder", "gone.md", "out.md")
    )


def test_a_name_that_is_not_utf8_is_skipped(write_tree: WriteTree) -> None:
    root = write_tree({"a.md": "A"})
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.md")).write_text("x")

    tree = scan(root)

    assert tree.paths == ("a.md",)
    assert tree.skipped == (SkippedFile("caf�.md", "Its name is not UTF-8. Rename it."),)


def test_reading_never_leaves_the_root(write_tree: WriteTree, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    root = write_tree({"a.md": "A", "big.md": "x" * 2000})
    (root / "out.md").symlink_to(tmp_path / "secret.md")
    files = scan(root).files

    assert files["a.md"] == b"A"
    for path in ("../secret.md", str(tmp_path / "secret.md"), "out.md", "gone.md", "big.md", "nul\0", "."):
        assert files.get(path) is None
    assert list(files) == ["a.md"]
    assert len(files) == 1


def test_the_hash_covers_names_and_contents(write_tree: WriteTree) -> None:
    root = write_tree({"a.md": "A", "b.md": "B"})
    first = hash_files(scan(root))

    assert hash_files(scan(root)) == first
    write_tree({"a.md": "changed"})
    changed = hash_files(scan(root))
    (root / "b.md").rename(root / "c.md")
    assert len({first, changed, hash_files(scan(root))}) == 3
