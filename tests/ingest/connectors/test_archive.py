from __future__ import annotations

from pathlib import Path

from cogi.ingest.connectors.archive import ArchiveConnector
from cogi.ingest.progress import Silent
from tests.ingest.connectors.archives import make_tar, make_zip


def test_the_single_folder_of_a_source_distribution_is_stripped(tmp_path: Path) -> None:
    archive = make_tar(tmp_path / "p-1.0.tar.gz", {"p-1.0/setup.py": b"", "p-1.0/docs/index.md": b"# P"})

    root = ArchiveConnector().materialize(str(archive), into=tmp_path / "work", progress=Silent())

    assert (root / "docs/index.md").read_bytes() == b"# P"


def test_several_folders_stay(tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "p.zip", {"a/index.md": b"A", "b/index.md": b"B"})

    root = ArchiveConnector().materialize(str(archive), into=tmp_path / "work", progress=Silent())

    assert sorted(folder.name for folder in root.iterdir()) == ["a", "b"]
