"""The connector interface: a location in, a local directory or archive out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

from cogi.ingest.exceptions import IngestError
from cogi.ingest.progress import Progress


class SourceNotFound(IngestError):
    """Nothing is at the location."""


class Connector(ABC):
    """Brings one kind of source to the local disk."""

    @abstractmethod
    def accepts(self, location: str) -> bool:
        """Tell whether this connector can fetch ``location``, without fetching it."""

    @abstractmethod
    def fetch(self, location: str, *, into: Path, progress: Progress) -> Path:
        """Return the local directory or archive; what must be written is written below ``into``.

        Raises:
            IngestError: when the source is refused; nothing of it is used then.
        """
