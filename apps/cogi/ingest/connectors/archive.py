"""Archives are unpacked entry by entry under limits; one bad entry refuses the whole archive."""

from __future__ import annotations

from pathlib import Path

from cogi.ingest.connectors.base import Connector
from cogi.ingest.connectors.unpacking import unpack
from cogi.ingest.progress import Progress


class ArchiveConnector(Connector):
    """A local ``.tar.gz``, ``.tar.bz2``, ``.tar.xz``, ``.tar``, ``.zip`` or ``.whl``."""

    def accepts(self, location: str) -> bool:
        return Path(location).is_file()

    def materialize(self, location: str, *, into: Path, progress: Progress) -> Path:
        progress.stage("unpack")
        tree = into / "tree"
        unpack(Path(location), into=tree)
        return strip_single_folder(tree)


def strip_single_folder(tree: Path) -> Path:
    """Return the folder that holds everything in ``tree``, such as ``project-1.0`` of an sdist."""
    entries = list(tree.iterdir())
    if len(entries) == 1 and entries[0].is_dir() and not entries[0].is_symlink():
        return entries[0]
    return tree
