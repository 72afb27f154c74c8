"""The root of what ingest raises: each message tells the operator what to do."""

from __future__ import annotations


class IngestError(Exception):
    """A run cannot succeed as it was asked for; repeating it unchanged will not help."""
