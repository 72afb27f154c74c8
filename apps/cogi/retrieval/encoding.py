"""Encodes results as plain JSON values; the API and the commands print exactly the same."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from cogi.retrieval.results import Results, Suggestion


def as_json(results: Results) -> dict[str, Any]:
    """Return the search response; passages come without their full text."""
    encoded = asdict(results)
    del encoded["text"]
    for fact in encoded["facts"]:
        fact.update({name: _moment(fact[name]) for name in ("valid_from", "valid_to", "recorded_at")})
    for named in encoded["times"]:
        named.update({end: _moment(named[end]) for end in ("begins_at", "ends_at")})
    for hit in encoded["hits"]:
        if hit["explanation"] is None:
            del hit["explanation"]
        for passage in hit["passages"]:
            del passage["text"], passage["id"]
    return encoded


def suggestion_as_json(suggestion: Suggestion) -> dict[str, Any]:
    return asdict(suggestion)


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
