"""What can be wrong with a question; each message says what to do."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime


class RetrievalError(Exception):
    """The root of all errors that retrieval raises."""


class InvalidQuestion(RetrievalError):
    """The question cannot be searched for."""


class UnknownScope(RetrievalError):
    """A scope does not exist, or the viewer may not enter it: the two look the same."""

    def __init__(self, slugs: Iterable[str]) -> None:
        named = ", ".join(f"“{slug}”" for slug in slugs)
        super().__init__(
            f"There is no scope {named}. GET /api/v1/scopes or `manage.py cogi_status` lists them."
        )


class HistoryPruned(RetrievalError):
    """The asked moment lies before the oldest release that is kept."""

    def __init__(self, slug: str, since: datetime) -> None:
        super().__init__(
            f"The history of “{slug}” reaches back to {since:%Y-%m-%d %H:%M} UTC. Ask for a later moment."
        )


class NodeNotFound(RetrievalError):
    """A node does not exist, or the viewer may not read it: the two look the same."""

    def __init__(self, uid: str) -> None:
        super().__init__(f"There is no content “{uid}”. Take the uid from a search hit, with its scope.")
