"""What a process that serves has loaded before its first question."""

from __future__ import annotations

import pytest

from cogi.retrieval.warming import warm_up


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    """Keep the time that loading takes out of the first search's deadline."""
    warm_up()
