"""The root of all errors that the corpus raises."""

from __future__ import annotations


class CorpusError(Exception):
    """Something about the corpus is not as it must be; the message says what to do."""


class ReleaseRefused(CorpusError):
    """A receiver of ``signals.release_proposed`` lets a release not be published; nothing was stored."""
