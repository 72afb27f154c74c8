"""What is on this machine is read where it stands; nothing is copied and nothing is written to it."""

from __future__ import annotations

from pathlib import Path

from cogi.ingest.connectors.base import Connector
from cogi.ingest.progress import Progress


class LocalConnector(Connector):
    """A directory, or an archive."""

    def accepts(self, location: str) -> bool:
        return Path(location).exists()

    def fetch(self, location: str, *, into: Path, progress: Progress) -> Path:  # noqa: ARG002
        return Path(location).resolve()
