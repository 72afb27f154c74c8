"""Sources and their runs; a run's row is the outbox: it, not a message, says that work is due."""

from cogi.ingest.models.run import IngestRun
from cogi.ingest.models.source import Source

__all__ = ["IngestRun", "Source"]
