"""System checks of ingest: a format that cannot be read is found at start, not in a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error
from django.utils.module_loading import import_string

from cogi.conf import check_settings
from cogi.ingest.conf import IngestSettings, conf
from cogi.ingest.facts import FactExtractor
from cogi.ingest.parsers.base import Parser


def check_ingest(**_: Any) -> list[CheckMessage]:
    wrong_types: list[CheckMessage] = [*check_settings(IngestSettings, check_id="cogi_ingest.E001")]
    return wrong_types or [*_check_parsers(), *_check_extractors(), *_check_sizes()]


def _check_parsers() -> Iterator[Error]:
    for name, configured in conf.parsers.items():
        if problem := _parser_problem(configured):
            yield Error(
                f"COGI_PARSERS[{name!r}] {problem}.",
                hint=IngestSettings.parsers.help,
                id="cogi_ingest.E002",
            )


def _parser_problem(configured: Any) -> str:
    if not isinstance(configured, dict) or not isinstance(configured.get("BACKEND"), str):
        return "has no BACKEND"
    try:
        backend = import_string(configured["BACKEND"])
    except ImportError as exc:
        return f"cannot be imported ({exc})"
    if not (isinstance(backend, type) and issubclass(backend, Parser)):
        return "is not a subclass of cogi.ingest.parsers.base.Parser"
    try:
        backend(**configured.get("OPTIONS", {}))
    except (TypeError, ValueError) as exc:
        return f"refuses its OPTIONS ({exc})"
    return ""


def _check_extractors() -> Iterator[Error]:
    for path in conf.fact_extractors:
        if problem := _extractor_problem(path):
            yield Error(
                f"COGI_FACT_EXTRACTORS: {path!r} {problem}.",
                hint=IngestSettings.fact_extractors.help,
                id="cogi_ingest.E004",
            )


def _extractor_problem(path: str) -> str:
    try:
        extractor = import_string(path)
    except ImportError as exc:
        return f"cannot be imported ({exc})"
    if not (isinstance(extractor, type) and issubclass(extractor, FactExtractor)):
        return "is not a subclass of cogi.ingest.facts.FactExtractor"
    return ""


def _check_sizes() -> Iterator[Error]:
    if not 0 < conf.passage_words <= conf.passage_max_words:
        yield Error(
            "COGI_INGEST_PASSAGE_WORDS must be at least 1 and at most COGI_INGEST_PASSAGE_MAX_WORDS.",
            id="cogi_ingest.E003",
        )
