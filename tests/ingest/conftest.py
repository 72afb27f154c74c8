"""Trees on disk, and the formats that the tests of ingest read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

WriteTree = Callable[[Mapping[str, str]], Path]
PLAIN: dict[str, Any] = {"plain": {"BACKEND": "tests.ingest.plain.PlainParser", "OPTIONS": {}}}


@pytest.fixture(autouse=True)
def plain_format(settings: Settings) -> None:
    settings.COGI_PARSERS = PLAIN


@pytest.fixture
def write_tree(tmp_path: Path) -> WriteTree:
    """Write files below ``docs`` and return that folder; calls add to one another."""

    def write(files: Mapping[str, str]) -> Path:
        root = tmp_path / "docs"
        for path, text in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return root

    return write
