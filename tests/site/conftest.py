"""A folder that the server's system account can reach."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def folder() -> Iterator[Path]:
    """Unlike ``tmp_path``, whose parent every pytest session closes again to other accounts as it starts."""
    with tempfile.TemporaryDirectory(prefix="cogiportal-test-") as name:
        yield Path(name)
