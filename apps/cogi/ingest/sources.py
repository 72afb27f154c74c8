"""Sets where a scope's documentation comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cogi.corpus.models import Scope
from cogi.ingest.formats import AUTO, require_format
from cogi.ingest.models import Source


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """How a source is read. ``parsers`` are options by format name."""

    format: str = AUTO
    subdirectory: str = ""
    parsers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def save_source(*, scope: Scope, location: str, options: SourceOptions) -> Source:
    """Return the scope's source, made or changed to what is given.

    Raises:
        UnknownFormat: when no parser is configured for the format.
    """
    require_format(options.format)
    source, _ = Source.objects.update_or_create(
        scope=scope,
        defaults={
            "location": location,
            "format": options.format,
            "subdirectory": options.subdirectory,
            "options": {name: dict(given) for name, given in options.parsers.items()},
        },
    )
    return source
