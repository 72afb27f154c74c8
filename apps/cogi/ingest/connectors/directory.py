"""A directory is read where it stands; nothing is copied and nothing is written to it."""

from __future__ import annotations

from pathlib import Path

from cogi.ingest.connectors.base import Connector
from cogi.ingest.progress import Progress


class DirectoryConnector(Connector):
    def accepts(self, location: str) -> bool:
        return Path(location).is_dir()

    def materialize(self, location: str, *, into: Path, progress: Progress) -> Path:  # noqa: ARG002
        return Path(location).resolve()
