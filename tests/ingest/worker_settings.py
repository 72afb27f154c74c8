"""The settings of the tests for a worker process that reads the plain format, slowly."""

from __future__ import annotations

from tests.settings import *  # noqa: F403

COGI_PARSERS = {"plain": {"BACKEND": "tests.ingest.plain.PlainParser", "OPTIONS": {"pause_seconds": 0.1}}}
